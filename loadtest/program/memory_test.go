package program

import "testing"

func TestTheMemoryOfAProcessIsParsedInMillionsOfBytes(t *testing.T) {
	got, err := parseStatus("Name:\tmodyard\nVmPeak:\t 9000000 kB\nVmHWM:\t  200000 kB\nVmRSS:\t  100000 kB\nThreads:\t9\n")
	if err != nil || got.Now != 102.4 || got.Peak != 204.8 {
		t.Errorf("%+v, %v", got, err)
	}
	if _, err := parseStatus("Name:\tkthreadd\n"); err == nil {
		t.Error("a status without memory was accepted")
	}
}
