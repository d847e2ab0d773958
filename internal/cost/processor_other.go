//go:build !unix

package cost

import "time"

// processor returns the time, which is more than the processors have worked for the program.
func processor() float64 { return float64(time.Now().UnixNano()) / 1e9 }
