package codec

import "testing"

func TestNewestFollowsTheChainOfUpcasters(t *testing.T) {
	type thing struct{ A int }
	same := func(b []byte) ([]byte, error) { return b, nil }
	c, err := New(map[string]any{"thing.done.v3": thing{}})
	if err != nil {
		t.Fatal(err)
	}
	if c, err = c.WithUpcaster("thing.done.v2", "thing.done.v3", same); err != nil {
		t.Fatal(err)
	}
	if c, err = c.WithUpcaster("thing.done.v1", "thing.done.v2", same); err != nil {
		t.Fatal(err)
	}
	for _, typ := range []string{"thing.done.v1", "thing.done.v2", "thing.done.v3"} {
		if got := c.Newest(typ); got != "thing.done.v3" {
			t.Errorf("Newest(%s) = %s", typ, got)
		}
	}
	if got := c.Newest("other.v1"); got != "other.v1" {
		t.Errorf("Newest of a type without upcasters = %s", got)
	}
}
