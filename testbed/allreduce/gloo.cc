// All-reduces by Gloo on orders: gloo SOCKET RANK RANKS INTERFACE FOLDER, where processes find each
// other in the folder. Algorithms are ring, ring-chunked and halving-doubling.
#include <gloo/allreduce.h>
#include <gloo/allreduce_halving_doubling.h>
#include <gloo/allreduce_ring_chunked.h>
#include <gloo/barrier.h>
#include <gloo/math.h>
#include <gloo/rendezvous/context.h>
#include <gloo/rendezvous/file_store.h>
#include <gloo/transport/tcp/device.h>

#include <chrono>
#include <memory>
#include <string>
#include <vector>

#include "orders.h"

namespace {

std::shared_ptr<gloo::rendezvous::Context> context;
// Null for the ring, which is a function.
std::unique_ptr<gloo::Algorithm> prepared;
std::string preparedName;
float *preparedData;
size_t preparedCount;
uint32_t tag;

void prepare(const char *name, float *data, size_t count) {
  if (name == preparedName && data == preparedData && count == preparedCount) return;
  std::vector<float *> buffers{data};
  if (name == std::string("ring"))
    prepared.reset();
  else if (name == std::string("ring-chunked"))
    prepared.reset(new gloo::AllreduceRingChunked<float>(context, buffers, (int)count));
  else if (name == std::string("halving-doubling"))
    prepared.reset(new gloo::AllreduceHalvingDoubling<float>(context, buffers, (int)count));
  else
    fail("no algorithm is", name);
  preparedName = name;
  preparedData = data;
  preparedCount = count;
}

void barrier() {
  gloo::BarrierOptions options(context);
  options.setTag(tag++);
  gloo::barrier(options);
}

void allreduce(float *data, size_t count) {
  if (prepared) {
    prepared->run();
    return;
  }
  gloo::AllreduceOptions options(context);
  options.setOutput(data, count);
  options.setTag(tag++);
  options.setAlgorithm(gloo::AllreduceOptions::Algorithm::RING);
  void (*sum)(void *, const void *, const void *, size_t) = &gloo::sum<float>;
  options.setReduceFunction(sum);
  gloo::allreduce(options);
}

}  // namespace

int main(int count, char **words) {
  if (count != 6) fail("usage", "gloo SOCKET RANK RANKS INTERFACE FOLDER");
  gloo::transport::tcp::attr attributes;
  attributes.iface = words[4];
  auto device = gloo::transport::tcp::CreateDevice(attributes);
  gloo::rendezvous::FileStore store(words[5]);
  context = std::make_shared<gloo::rendezvous::Context>(atoi(words[2]), atoi(words[3]));
  context->setTimeout(std::chrono::seconds(120));
  context->connectFullMesh(store, device);
  Subject subject = {atoi(words[2]), atoi(words[3]), prepare, barrier, allreduce};
  obey(&subject, words[1]);
  barrier();
  // Gloo's threads do not end before its connections, nor these without complaints.
  _exit(0);
}
