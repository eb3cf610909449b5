package input

import (
	"errors"
	"fmt"
)

// Recovering calls into the Parquet library. The library panics on many files that contradict
// themselves; for us that is an error in the input, and must not end a server.
func Recovering(call func() error) (err error) {
	defer func() {
		if met := recover(); met != nil {
			err = fmt.Errorf("%v", met)
		}
	}()
	return call()
}

// ErrEndsEarly says that a file ends before what its beginning announced.
var ErrEndsEarly = errors.New("it ends too early")
