/* All-reduces by MPI on orders: mpi SOCKET. The algorithm is mpirun's to choose. */
#include <mpi.h>

#include "orders.h"

static void prepare(const char *algorithm, float *data, size_t count) {
  (void)algorithm, (void)data, (void)count;
}

static void barrier(void) { MPI_Barrier(MPI_COMM_WORLD); }

static void allreduce(float *data, size_t count) {
  MPI_Allreduce(MPI_IN_PLACE, data, (int)count, MPI_FLOAT, MPI_SUM, MPI_COMM_WORLD);
}

int main(int count, char **words) {
  Subject subject = {0, 0, prepare, barrier, allreduce};
  MPI_Init(&count, &words);
  if (count != 2) fail("usage", "mpi SOCKET");
  MPI_Comm_rank(MPI_COMM_WORLD, &subject.rank);
  MPI_Comm_size(MPI_COMM_WORLD, &subject.ranks);
  obey(&subject, words[1]);
  MPI_Finalize();
  return 0;
}
