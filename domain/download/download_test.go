package download_test

import (
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/modyard/modyard/domain/download"
	"github.com/modyard/modyard/eventlog/codec"
)

func TestEveryStoredEventFormCanBeRead(t *testing.T) {
	types, err := codec.New(download.EventTypes(), download.HitTypes())
	if err != nil {
		t.Fatal(err)
	}
	codec.Golden(t, types, "testdata/events")
}

var noon = time.Date(2026, 11, 27, 12, 0, 0, 0, time.UTC)

func visitor(n byte) download.Visitor { return download.Visitor{n} }

func TestPackedHitsAreReadAsTheyWereRecorded(t *testing.T) {
	hits := []download.Hit{
		{At: noon, Visitor: visitor(1), Key: 7, Project: "AABBCCDD", Version: "EEFFGGHH", Call: true, SignedIn: true, Client: download.Site,
			Reason: download.Modpack, Family: "prism", Loader: "fabric", Game: "1.21.1", Country: "CN", Referrer: "例子.test"},
		{At: noon.Add(-3 * time.Second), Visitor: visitor(2), Project: "AABBCCDD", Version: "EEFFGGHH", Client: download.Bot},
		{At: noon.Add(time.Hour), Visitor: visitor(1), Key: 1 << 31, Project: "", Version: ""},
		{At: noon.Add(time.Hour), Visitor: visitor(3), Project: "AABBCCDD", Version: "EEFFGGHH", SignedIn: true, Unpaid: true},
		{At: noon.Add(time.Hour), Visitor: visitor(3), Project: "AABBCCDD", Version: "EEFFGGHH", SignedIn: true},
	}
	for n := range len(hits) + 1 {
		packed, err := download.Pack(hits[:n])
		if err != nil {
			t.Fatal(err)
		}
		data, err := json.Marshal(download.Recorded{Hits: packed})
		if err != nil {
			t.Fatal(err)
		}
		var stored download.Recorded
		if err := json.Unmarshal(data, &stored); err != nil {
			t.Fatal(err)
		}
		got, err := stored.Hits.Hits()
		if err != nil || !slices.Equal(got, hits[:n]) {
			t.Errorf("%d hits: %+v, %v", n, got, err)
		}
	}
}

// TestHitsOfOlderFormsAreRead reads what earlier programs stored. Nothing that they stored is unpaid.
func TestHitsOfOlderFormsAreRead(t *testing.T) {
	type rest struct {
		seconds uint16
		unpaid  bool
	}
	for stored, second := range map[string]rest{
		"AQKAuIPOw2gBCEFBQkJDQ0RECEVFRkZHR0hIAgMBAgVwcmlzbQZmYWJyaWMGMS4yMS4xAkNOC+S+i+WtkC50ZXN0AAQAAAAAAAAA7y4AAAABAQcAAAABAAAAAAACAAAAAAA=":         {},
		"AgKAuIPOw2gBCEFBQkJDQ0RECEVFRkZHR0hIAgMBAgVwcmlzbQZmYWJyaWMGMS4yMS4xAkNOC+S+i+WtkC50ZXN0AAQAAAAAAAAA7y4AAAABAQcAAAABAAAAAAACAAAAAAAArAI=":     {seconds: 300},
		"AwIBCEFBQkJDQ0RECEVFRkZHR0hIAgMBAgVwcmlzbQZmYWJyaWMGMS4yMS4xAkNOC+S+i+WtkC50ZXN0AAQAAAAAAAACAQAAAAAAAgAAAAAAAQcAAACAuIPOw2jvLgABAAAAAAEAAKwC": {seconds: 300},
		"AwIBCEFBQkJDQ0RECEVFRkZHR0hIAgMBAgVwcmlzbQZmYWJyaWMGMS4yMS4xAkNOC+S+i+WtkC50ZXN0BAQAAAAAAAACAQAAAAAAAgAAAAAAAQcAAACAuIPOw2jvLgABAAAAAAEAAKwC": {seconds: 300, unpaid: true},
	} {
		packed, err := base64.StdEncoding.DecodeString(stored)
		if err != nil {
			t.Fatal(err)
		}
		want := []download.Hit{
			{At: noon, Visitor: visitor(1), Key: 7, Project: "AABBCCDD", Version: "EEFFGGHH", Call: true, SignedIn: true, Client: download.Site,
				Reason: download.Modpack, Family: "prism", Loader: "fabric", Game: "1.21.1", Country: "CN", Referrer: "例子.test"},
			{At: noon.Add(-3 * time.Second), Visitor: visitor(2), Project: "AABBCCDD", Version: "EEFFGGHH", Client: download.Bot, Seconds: second.seconds, Unpaid: second.unpaid},
		}
		if got, err := download.Packed(packed).Hits(); err != nil || !slices.Equal(got, want) {
			t.Errorf("%+v, %v, want %+v", got, err, want)
		}
	}
}

func TestTooManyHitsAndTooLongTextsAreNotPacked(t *testing.T) {
	if _, err := download.Pack(make([]download.Hit, download.MaxHits+1)); err == nil {
		t.Error("too many hits")
	}
	if _, err := download.Pack([]download.Hit{{Referrer: strings.Repeat("a", 256)}}); err == nil {
		t.Error("a long text")
	}
}

// The log of hits has 24 bytes for a hit: a visitor downloads what others download, and a project has few new versions.
func TestAHitTakesTwentyFourBytesOfAnEventAtMost(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	popular := rand.NewZipf(random, 1.3, 8, 20_000)
	var hits []download.Hit
	for i := range 1000 {
		p := popular.Uint64()
		h := download.Hit{At: noon.Add(time.Duration(i) * 25 * time.Millisecond), Project: fmt.Sprintf("P%07d", p), Version: fmt.Sprintf("V%07d", p), Client: download.Launcher}
		for b := range h.Visitor {
			h.Visitor[b] = byte(random.Uint32())
		}
		h.Family = []string{"prism", "hmcl", "pcl", ""}[random.IntN(4)]
		hits = append(hits, h)
	}
	packed, err := download.Pack(hits)
	if err != nil {
		t.Fatal(err)
	}
	data, err := json.Marshal(download.Recorded{Hits: packed})
	if err != nil {
		t.Fatal(err)
	}
	if each := float64(len(data)) / float64(len(hits)); each > 24 {
		t.Errorf("%.1f bytes a hit", each)
	}
}

func FuzzPackedHits(f *testing.F) {
	packed, err := download.Pack([]download.Hit{{At: noon, Visitor: visitor(1), Key: 7, Project: "A", Version: "B", Loader: "fabric"}, {At: noon, Project: "A", Version: "C"}})
	if err != nil {
		f.Fatal(err)
	}
	f.Add([]byte(packed))
	f.Add([]byte{1, 0})
	f.Add([]byte{3, 1, 1, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0})
	f.Add([]byte{4, 0x03, 0x00})
	f.Add([]byte{1, 0xff, 0xff, 0xff, 0xff, 0x0f})
	f.Fuzz(func(t *testing.T, data []byte) {
		hits, err := download.Packed(data).Hits()
		if err != nil {
			if !errors.Is(err, download.ErrPacked) {
				t.Fatal(err)
			}
			return
		}
		again, err := download.Pack(hits)
		if err != nil {
			t.Fatal(err)
		}
		if got, err := again.Hits(); err != nil || !slices.Equal(got, hits) {
			t.Fatalf("%+v, %v, want %+v", got, err, hits)
		}
	})
}

// step is a hit some time after the one before.
type step struct {
	after time.Duration
	hit   download.Hit
	want  download.Verdict
}

func TestTheDefaultRuleCountsAVisitorOnceIn15SecondsAndSixTimesIn6Hours(t *testing.T) {
	file, other, call := download.Hit{Version: "A"}, download.Hit{Version: "B"}, download.Hit{Version: "A", Call: true}
	keyed := func(h download.Hit, key uint32) download.Hit { h.Key = key; return h }
	const counts, soon, many = download.Counts, download.TooSoon, download.TooMany
	for name, steps := range map[string][]step{
		"once":                                  {{0, file, counts}},
		"again at once":                         {{0, file, counts}, {time.Second, file, soon}, {14 * time.Second, file, counts}},
		"another version at once":               {{0, file, counts}, {14999 * time.Millisecond, other, soon}, {time.Millisecond, other, counts}},
		"six in six hours":                      {{0, file, counts}, {time.Minute, file, counts}, {time.Minute, file, counts}, {time.Minute, file, counts}, {time.Minute, file, counts}, {time.Minute, file, counts}, {time.Minute, file, many}, {6*time.Hour - 6*time.Minute, file, counts}, {time.Second, file, soon}, {59 * time.Second, file, counts}},
		"what does not count fills nothing":     {{0, file, counts}, {time.Second, file, soon}, {time.Second, file, soon}, {13 * time.Second, file, counts}},
		"a call and its file":                   {{0, call, counts}, {30 * time.Second, file, download.Paired}, {time.Second, file, counts}},
		"a file and its call":                   {{0, file, counts}, {59 * time.Second, call, download.Paired}},
		"a call and a file of another version":  {{0, call, counts}, {30 * time.Second, other, counts}},
		"a call and a late file":                {{0, call, counts}, {time.Minute, file, counts}},
		"a call and a late file with its key":   {{0, keyed(call, 5), counts}, {time.Hour, keyed(file, 5), download.Paired}},
		"a call that is sent again":             {{0, keyed(call, 5), counts}, {time.Minute, keyed(call, 5), download.Repeated}, {time.Minute, keyed(call, 6), counts}},
		"a file that is sent again with a call": {{0, keyed(call, 5), counts}, {time.Second, keyed(file, 5), download.Paired}, {time.Minute, keyed(file, 5), download.Repeated}},
		"a bot":                                 {{0, download.Hit{Version: "A", Client: download.Bot}, download.ByBot}, {0, file, counts}},
		"clocks that differ":                    {{0, file, counts}, {-2 * time.Second, file, soon}},
	} {
		var w download.Window
		at := noon
		for i, s := range steps {
			at = at.Add(s.after)
			s.hit.At = at
			var got download.Verdict
			if w, got = download.Default().Judge(w, s.hit); got != s.want {
				t.Errorf("%s: hit %d is %s, want %s", name, i+1, got, s.want)
			}
		}
	}
}
