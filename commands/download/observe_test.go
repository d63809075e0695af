package download

import (
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"strings"
	"testing"
	"time"

	"github.com/prometheus/client_golang/prometheus/testutil"

	"github.com/modyard/modyard/domain/download"
	"github.com/modyard/modyard/platform/httpkit"
)

func TestAReportThatDoesNotFitIsRefusedWhole(t *testing.T) {
	d := newDesk(t, 2) // nobody writes
	s := &Service{recorder: d.recorder}
	played := download.Hit{At: time.Now(), Project: "P", Version: "V", Seconds: 60}
	err := s.record(t.Context(), sender{network: netip.MustParseAddr("192.0.2.1")}, download.Playtime, played, played, played)
	var busy httpkit.Faulty
	if !errors.As(err, &busy) || busy.FaultKind() != httpkit.KindUnavailable {
		t.Errorf("the report is answered with %v", err)
	}
	if n := len(d.queue); n != 0 {
		t.Errorf("%d of its hits are recorded, and again when it is sent again", n)
	}
	if n := testutil.ToFloat64(d.lost.WithLabelValues("busy")); n != 3 {
		t.Errorf("%v hits are counted as unrecorded", n)
	}
}

func TestHitsThatHaveNothingInCommonAreRecordedToo(t *testing.T) {
	d := newDesk(t, download.MaxHits)
	var hits []waiting
	done := make(chan error, download.MaxHits)
	for i := range download.MaxHits {
		referrer := fmt.Sprintf("%04d.%s.example", i, strings.Repeat("a", 115)) // the longest that is recorded
		hits = append(hits, waiting{done: done, network: netip.MustParseAddr("192.0.2.1"), hit: download.Hit{
			At: time.Now(), Key: uint32(i + 1), Project: fmt.Sprintf("P%07d", i), Version: fmt.Sprintf("V%07d", i), Client: download.Launcher, Family: "mrpack-install",
			Loader: "legacy-fabric", Game: "23w13a_or_b", Country: "CN", Referrer: referrer,
		}})
	}
	if !d.put(hits...) {
		t.Fatal("the hits do not fit")
	}
	defer d.runs()()
	for range hits {
		if err := <-done; err != nil {
			t.Fatal(err)
		}
	}
	if n := len(d.written()); n != download.MaxHits {
		t.Errorf("the log has %d hits", n)
	}
}

func TestOnlyAShortHostOfAnotherSiteIsRecordedAsReferrer(t *testing.T) {
	for referrer, want := range map[string]string{
		"": "", "https://Forum.Example:8443/thread?id=1#a": "forum.example", "https://论坛.example/": "论坛.example", "http://[2001:DB8::1]/": "2001:db8::1",
		"https://site.example/mod/a": "", "::": "", "https://" + strings.Repeat("a", 129): "", "https://" + strings.Repeat("a", 128): strings.Repeat("a", 128),
		"https://" + strings.Repeat("\xff", 128): "", "https://a\xffb/": "", "https://" + strings.Repeat("Ⱥ", 64): "",
	} {
		r := httptest.NewRequestWithContext(t.Context(), http.MethodGet, "https://site.example/data/a", nil)
		r.Header.Set("Referer", referrer)
		if got := refererOf(r); got != want {
			t.Errorf("%q leads from %q, want %q", referrer, got, want)
		}
	}
}
