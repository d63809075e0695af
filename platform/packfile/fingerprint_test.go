package packfile

import "testing"

// The numbers are those of another implementation.
func TestTheFingerprintIsThatOfThePlatform(t *testing.T) {
	bytes := make([]byte, 256)
	for i := range bytes {
		bytes[i] = byte(i)
	}
	for content, want := range map[string]uint32{
		"": 1540447798, "a": 626045324, "ab": 1692487918, "abc": 1621425345, "abcd": 3376380438, "abcde": 3469237630,
		"hello world\r\n": 2824650221, " h\tello\nworld": 2824650221, string(bytes): 2094645347,
	} {
		if got := Fingerprint([]byte(content)); got != want {
			t.Errorf("%q has %d, want %d", content, got, want)
		}
	}
}

// FuzzTheFingerprintIgnoresWhiteSpaceAndHowItIsWritten writes a content in two parts, with and without white space.
func FuzzTheFingerprintIgnoresWhiteSpaceAndHowItIsWritten(f *testing.F) {
	f.Add([]byte("hello world\r\n"), 3)
	f.Add([]byte{0, 9, 255}, 0)
	f.Fuzz(func(t *testing.T, data []byte, at int) {
		want := Fingerprint(data)
		at = max(0, min(at, len(data)))
		var c counted
		for _, part := range [][]byte{data[:at], data[at:]} {
			_, _ = c.Write(part)
		}
		print := newFingerprint(c.bytes)
		for _, part := range [][]byte{data[:at], {' ', '\n'}, data[at:]} {
			_, _ = print.Write(part)
		}
		if got := print.sum(); got != want {
			t.Errorf("in parts it is %d, at once %d", got, want)
		}
	})
}
