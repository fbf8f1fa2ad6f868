// The same cases in ns-3: a ring all-reduce over TCP, and an incast, on a leaf-spine fabric with
// DCTCP. Prints one line of JSON: virtual time, CPU time of the run alone, what crossed links.
//
//   peer --case=ring --racks=4 --hosts=4 --spines=4 --gbps=10 --delayNs=1000 --bytes=16777216
//
// A packet takes on a link what Ethernet makes of it: ns-3's point-to-point header has 2 bytes, and
// the gap between packets stands for the other 36 (Ethernet 14, check sequence 4, preamble 8, gap
// 12, less those 2). So a segment of 1,448 bytes takes 1,538, and an acknowledgement 90.

#include "ns3/applications-module.h"
#include "ns3/core-module.h"
#include "ns3/internet-module.h"
#include "ns3/network-module.h"
#include "ns3/point-to-point-module.h"
#include "ns3/traffic-control-module.h"

#include <sys/resource.h>

#include <cstdio>
#include <string>
#include <vector>

using namespace ns3;

namespace {

const uint32_t SEGMENT = 1448;
const uint32_t HEADERS = 2 + 20 + 32; // point-to-point, IPv4, TCP with timestamps
const uint32_t GAP_BYTES = 36;
const uint16_t PORT = 9000;

struct Options {
  std::string which = "ring";
  uint32_t racks = 4;
  uint32_t hosts = 4;
  uint32_t spines = 4;
  double gbps = 10;
  uint64_t delayNs = 1000;
  uint64_t bytes = 16777216;
  uint32_t markPackets = 100;
  uint32_t segmentsAnAck = 1;
  uint32_t ranks() const { return racks * hosts; }
};

uint64_t g_traversals = 0;
uint64_t g_payloadHops = 0;

void OnCrossed(Ptr<const Packet> packet) {
  g_traversals++;
  uint32_t size = packet->GetSize();
  g_payloadHops += size > HEADERS ? size - HEADERS : 0;
}

double CpuSeconds() {
  rusage usage;
  getrusage(RUSAGE_SELF, &usage);
  return usage.ru_utime.tv_sec + usage.ru_stime.tv_sec +
         1e-6 * (usage.ru_utime.tv_usec + usage.ru_stime.tv_usec);
}

void SetDefaults(const Options& options) {
  Config::SetDefault("ns3::TcpL4Protocol::SocketType", StringValue("ns3::TcpDctcp"));
  Config::SetDefault("ns3::TcpSocket::SegmentSize", UintegerValue(SEGMENT));
  Config::SetDefault("ns3::TcpSocket::SndBufSize", UintegerValue(1 << 20));
  Config::SetDefault("ns3::TcpSocket::RcvBufSize", UintegerValue(16 << 20));
  Config::SetDefault("ns3::TcpSocket::InitialCwnd", UintegerValue(10));
  Config::SetDefault("ns3::TcpSocket::DelAckCount", UintegerValue(options.segmentsAnAck));
  Config::SetDefault("ns3::TcpSocket::ConnTimeout", TimeValue(MilliSeconds(5)));
  Config::SetDefault("ns3::TcpSocketBase::MinRto", TimeValue(MilliSeconds(2)));
  Config::SetDefault("ns3::RedQueueDisc::UseEcn", BooleanValue(true));
  Config::SetDefault("ns3::RedQueueDisc::UseHardDrop", BooleanValue(false));
  Config::SetDefault("ns3::RedQueueDisc::MeanPktSize", UintegerValue(1500));
  Config::SetDefault("ns3::RedQueueDisc::MaxSize", QueueSizeValue(QueueSize("2000p")));
  Config::SetDefault("ns3::RedQueueDisc::QW", DoubleValue(1));
  Config::SetDefault("ns3::RedQueueDisc::MinTh", DoubleValue(options.markPackets));
  Config::SetDefault("ns3::RedQueueDisc::MaxTh", DoubleValue(options.markPackets));
}

// Hosts rack by rack; addresses of the hosts.
std::vector<Ipv4Address> Build(const Options& options, NodeContainer& hosts) {
  NodeContainer leaves;
  NodeContainer spines;
  hosts.Create(options.ranks());
  leaves.Create(options.racks);
  spines.Create(options.spines);
  InternetStackHelper().InstallAll();
  uint64_t rate = static_cast<uint64_t>(options.gbps * 1e9);
  PointToPointHelper cable;
  cable.SetDeviceAttribute("DataRate", DataRateValue(DataRate(rate)));
  cable.SetDeviceAttribute("InterframeGap", TimeValue(DataRate(rate).CalculateBytesTxTime(GAP_BYTES)));
  cable.SetChannelAttribute("Delay", TimeValue(NanoSeconds(options.delayNs)));
  cable.SetQueue("ns3::DropTailQueue", "MaxSize", StringValue("1p"));
  TrafficControlHelper queues;
  queues.SetRootQueueDisc("ns3::RedQueueDisc", "LinkBandwidth", DataRateValue(DataRate(rate)),
                          "LinkDelay", TimeValue(NanoSeconds(options.delayNs)));
  Ipv4AddressHelper addresses("10.0.0.0", "255.255.255.252");
  auto join = [&](Ptr<Node> one, Ptr<Node> other) {
    NetDeviceContainer ends = cable.Install(one, other);
    queues.Install(ends);
    for (uint32_t end = 0; end < 2; end++) {
      ends.Get(end)->TraceConnectWithoutContext("MacRx", MakeCallback(&OnCrossed));
    }
    Ipv4Address first = addresses.Assign(ends).GetAddress(0);
    addresses.NewNetwork();
    return first;
  };
  std::vector<Ipv4Address> ofHost;
  for (uint32_t host = 0; host < options.ranks(); host++) {
    ofHost.push_back(join(hosts.Get(host), leaves.Get(host / options.hosts)));
  }
  for (uint32_t leaf = 0; leaf < options.racks; leaf++) {
    for (uint32_t spine = 0; spine < options.spines; spine++) {
      join(leaves.Get(leaf), spines.Get(spine));
    }
  }
  Ipv4GlobalRoutingHelper::PopulateRoutingTables();
  return ofHost;
}

// One direction of bytes: a sender that may send up to a credit, a receiver that counts.
class Stream {
public:
  Stream(Ptr<Node> from, Ptr<Node> to, Ipv4Address address, uint16_t port)
      : m_receiver(Socket::CreateSocket(to, TcpSocketFactory::GetTypeId())),
        m_sender(Socket::CreateSocket(from, TcpSocketFactory::GetTypeId())) {
    m_receiver->Bind(InetSocketAddress(Ipv4Address::GetAny(), port));
    m_receiver->Listen();
    m_receiver->SetAcceptCallback(MakeNullCallback<bool, Ptr<Socket>, const Address&>(),
                                  MakeCallback(&Stream::OnAccepted, this));
    m_sender->Bind();
    m_sender->SetSendCallback(MakeCallback(&Stream::OnRoom, this));
    m_sender->SetConnectCallback(MakeCallback(&Stream::OnConnected, this),
                                 MakeNullCallback<void, Ptr<Socket>>());
    m_address = InetSocketAddress(address, port);
  }
  void Connect() { m_sender->Connect(m_address); }
  void Allow(uint64_t bytes) {
    m_allowed += bytes;
    Pump();
  }
  // Called with how much more has arrived.
  void Listen(Callback<void, uint64_t> listener) { m_listener = listener; }

private:
  void OnConnected(Ptr<Socket>) {
    m_isConnected = true;
    Pump();
  }
  void OnRoom(Ptr<Socket>, uint32_t) { Pump(); }
  void OnAccepted(Ptr<Socket> socket, const Address&) {
    socket->SetRecvCallback(MakeCallback(&Stream::OnArrived, this));
  }
  void OnArrived(Ptr<Socket> socket) {
    uint64_t more = 0;
    while (Ptr<Packet> packet = socket->Recv()) {
      more += packet->GetSize();
    }
    m_listener(more);
  }
  void Pump() {
    while (m_isConnected && m_sent < m_allowed) {
      uint32_t size = std::min<uint64_t>({m_sender->GetTxAvailable(), m_allowed - m_sent, 65536});
      int taken = size == 0 ? 0 : m_sender->Send(Create<Packet>(size));
      if (taken <= 0) {
        return;
      }
      m_sent += taken;
    }
  }
  Ptr<Socket> m_receiver;
  Ptr<Socket> m_sender;
  Address m_address;
  Callback<void, uint64_t> m_listener;
  bool m_isConnected = false;
  uint64_t m_allowed = 0;
  uint64_t m_sent = 0;
};

// Counts what has arrived, ends the run when all is there.
class Job {
public:
  virtual ~Job() = default;
  Time End() const { return m_end; }
  bool IsDone() const { return m_missing == 0; }

protected:
  void Expect(uint64_t bytes) { m_missing += bytes; }
  void Arrived(uint64_t bytes) {
    m_missing -= bytes;
    if (m_missing == 0) {
      m_end = Simulator::Now();
      Simulator::Stop();
    }
  }
  std::vector<Stream*> m_streams;

private:
  uint64_t m_missing = 0;
  Time m_end;
};

// Each rank sends a chunk of its own, and then whatever has come from the rank before it, as long as
// that has steps to go: 2 (N-1) chunks over each link between neighbours.
class Ring : public Job {
public:
  Ring(const Options& options, const NodeContainer& hosts, const std::vector<Ipv4Address>& address) {
    uint32_t ranks = options.ranks();
    m_chunk = options.bytes / ranks;
    m_all = 2 * (ranks - 1) * m_chunk;
    m_arrived.assign(ranks, 0);
    for (uint32_t rank = 0; rank < ranks; rank++) {
      uint32_t next = (rank + 1) % ranks;
      Stream* stream = new Stream(hosts.Get(rank), hosts.Get(next), address[next], PORT);
      stream->Listen(MakeCallback(&Ring::OnArrived, this).Bind(next));
      m_streams.push_back(stream);
      Expect(m_all);
      Simulator::Schedule(MilliSeconds(1), &Stream::Connect, stream);
    }
  }
  void Start() {
    for (Stream* stream : m_streams) {
      stream->Allow(m_chunk);
    }
  }

private:
  void OnArrived(uint32_t rank, uint64_t bytes) {
    uint64_t last = m_all - m_chunk; // the last chunk goes no further
    uint64_t before = std::min(m_arrived[rank], last);
    m_arrived[rank] += bytes;
    m_streams[rank]->Allow(std::min(m_arrived[rank], last) - before);
    Arrived(bytes);
  }
  uint64_t m_chunk;
  uint64_t m_all;
  std::vector<uint64_t> m_arrived;
};

// All hosts but the first send to it.
class Incast : public Job {
public:
  Incast(const Options& options, const NodeContainer& hosts,
         const std::vector<Ipv4Address>& address) {
    m_bytes = options.bytes;
    for (uint32_t rank = 1; rank < options.ranks(); rank++) {
      Stream* stream = new Stream(hosts.Get(rank), hosts.Get(0), address[0], PORT + rank);
      stream->Listen(MakeCallback(&Incast::OnArrived, this));
      m_streams.push_back(stream);
      Expect(m_bytes);
      Simulator::Schedule(MilliSeconds(1), &Stream::Connect, stream);
    }
  }
  void Start() {
    for (Stream* stream : m_streams) {
      stream->Allow(m_bytes);
    }
  }

private:
  void OnArrived(uint64_t bytes) { Arrived(bytes); }
  uint64_t m_bytes;
};

template <typename T>
int Run(const Options& options) {
  NodeContainer hosts;
  std::vector<Ipv4Address> address = Build(options, hosts);
  T job(options, hosts, address);
  Time start = MilliSeconds(5); // all are connected by then
  Simulator::Schedule(start, &T::Start, &job);
  Simulator::Stop(Seconds(100));
  double cpu = CpuSeconds();
  Simulator::Run();
  cpu = CpuSeconds() - cpu;
  rusage usage;
  getrusage(RUSAGE_SELF, &usage);
  std::printf("{\"done\": %s, \"virtualSeconds\": %.9f, \"cpuSeconds\": %.3f, \"traversals\": %lu, "
              "\"payloadHopBytes\": %lu, \"events\": %lu, \"peakBytes\": %lu}\n",
              job.IsDone() ? "true" : "false", (job.End() - start).GetSeconds(), cpu, g_traversals,
              g_payloadHops, Simulator::GetEventCount(),
              static_cast<unsigned long>(usage.ru_maxrss) * 1024);
  return job.IsDone() ? 0 : 1;
}

} // namespace

int main(int argc, char** argv) {
  Options options;
  CommandLine line;
  line.AddValue("case", "ring or incast", options.which);
  line.AddValue("racks", "leaves", options.racks);
  line.AddValue("hosts", "hosts of a leaf", options.hosts);
  line.AddValue("spines", "spines", options.spines);
  line.AddValue("gbps", "rate of every link", options.gbps);
  line.AddValue("delayNs", "of every link", options.delayNs);
  line.AddValue("bytes", "to reduce, or of each flow", options.bytes);
  line.AddValue("markPackets", "packets that find more waiting are marked", options.markPackets);
  line.AddValue("segmentsAnAck", "that one acknowledgement is for", options.segmentsAnAck);
  line.Parse(argc, argv);
  Time::SetResolution(Time::PS);
  SetDefaults(options);
  if (options.which == "ring") {
    return Run<Ring>(options);
  }
  if (options.which == "incast") {
    return Run<Incast>(options);
  }
  std::fprintf(stderr, "--case=%s: must be ring or incast\n", options.which.c_str());
  return 2;
}
