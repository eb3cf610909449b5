package input

import "testing"

// What is read is closed, whatever the reader makes of it.
func TestReadAheadEnds(t *testing.T) {
	ended := make(chan struct{})
	a := NewReadAhead(readerFunc(func(into []byte) (int, error) {
		select {
		case <-ended:
			t.Error("read after the end")
		default:
		}
		return len(into), nil
	}))
	if _, err := a.Read(make([]byte, 10)); err != nil {
		t.Fatal(err)
	}
	a.Close()
	close(ended)
}

type readerFunc func(into []byte) (int, error)

func (f readerFunc) Read(into []byte) (int, error) { return f(into) }
