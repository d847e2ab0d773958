package cost

import (
	"math"
	"runtime"
	"testing"
)

// TestGrowth: the exponents of linear, quadratic and limited work are found, whatever is constant.
func TestGrowth(t *testing.T) {
	for name, test := range map[string]struct {
		times func(n int) int
		want  float64
	}{
		"linear":       {func(n int) int { return 1000 + 10*n }, 1},
		"quadratic":    {func(n int) int { return 1000 + n*n }, 2},
		"begins at 50": {func(n int) int { return 1000 + 20*max(0, n-50) }, 1},
		"begins late":  {func(n int) int { return 1000 + 20*max(0, n-300) }, 1},
		"late squares": {func(n int) int { return 1000 + min(1, n/250)*n*n/10 }, 2},
		"shrinking":    {func(n int) int { return 1000 + 20*min(n, 400-n/2) }, 0},
		"limited":      {func(n int) int { return 1000 + 20*min(n, 100) }, 0},
	} {
		got := growth(counted, 100, func(n int) []float64 {
			return of(counted, func() {
				for range test.times(n) {
					kept = make([]byte, 512)
				}
			})
		})
		for i, exponent := range got {
			if math.Abs(exponent-test.want) > 0.1 {
				t.Errorf("%s: %s grow by %.2f, want %.2f", name, counted[i].name, exponent, test.want)
			}
		}
	}
}

// TestPeak: a peak counts the memory that is in use at the same time, without garbage.
func TestPeak(t *testing.T) {
	const size = 64 << 20
	got := peak(func() {
		for range 40 {
			kept = make([]byte, size/8) // one at a time
		}
		all := make([][]byte, 0, 64)
		for range 64 {
			all = append(all, make([]byte, size/64))
		}
		kept = all[0]
		runtime.KeepAlive(all)
	})
	if got < size*3/4 || got > size*3/2 {
		t.Errorf("the peak is %.0f bytes, want about %d", got, size)
	}
}

var kept []byte
