/* The product of product.py by a C compiler: `-DTILED` by the loop directive of OpenMP, `-DLIBRARY` by kernels of libxsmm for tiles of 32 x 32. The
   matrices are filled alike. Prints seconds and the sum of the result. Sizes come as -DINNER, -DBATCHES, -DROWS, -DCOLUMNS. */
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#ifdef LIBRARY
#include <libxsmm.h>
#endif

static float a[BATCHES][ROWS][INNER], b[BATCHES][INNER][COLUMNS], c[BATCHES][ROWS][COLUMNS];

static void fill(float *to, long count) {
  for (long t = 0; t < count; t++)
    to[t] = (float)((7 * t) % 13 - 6) * 0.125f;
}

__attribute__((noinline)) static void product(void) {
  for (int n = 0; n < BATCHES; n++) {
#ifdef LIBRARY
    const int inner = INNER, columns = COLUMNS;
    const float one = 1.0f;
    for (int i = 0; i < ROWS; i += 32) {
      const int rows = ROWS - i < 32 ? ROWS - i : 32;
      for (int j = 0; j < COLUMNS; j += 32) {
        libxsmm_smmfunction kernel =
            libxsmm_smmdispatch(32, rows, INNER, &columns, &inner, &columns, &one, &one, NULL, NULL);
        if (!kernel)
          exit(2);
        kernel(&b[n][0][j], &a[n][i][0], &c[n][i][j]);
      }
    }
#else
#ifdef TILED
#pragma omp tile sizes(32, 32)
#endif
    for (int i = 0; i < ROWS; i++)
      for (int j = 0; j < COLUMNS; j++)
        for (int k = 0; k < INNER; k++)
          c[n][i][j] += a[n][i][k] * b[n][k][j];
#endif
  }
}

int main(void) {
  fill(&a[0][0][0], sizeof a / sizeof(float));
  fill(&b[0][0][0], sizeof b / sizeof(float));
  fill(&c[0][0][0], sizeof c / sizeof(float));
  clock_t start = clock();
  product();
  double seconds = (double)(clock() - start) / CLOCKS_PER_SEC, sum = 0.0;
  for (long t = 0; t < (long)(sizeof c / sizeof(float)); t++)
    sum += (&c[0][0][0])[t];
  printf("%.6f %.9g\n", seconds, sum);
  return 0;
}
