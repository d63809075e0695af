package httpprovider_test

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/modyard/modyard/platform/payout"
	"github.com/modyard/modyard/platform/payout/httpprovider"
)

var order = payout.Order{Key: "site-1", Account: "a", Amount: 12_340_000, Currency: "USD", Method: "bank", Details: map[string]string{"account": "6228480402564890018"}}

// answering starts a provider that always gives one answer.
func answering(t *testing.T, status int, body string) *httpprovider.Provider {
	t.Helper()
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.WriteHeader(status)
		_, _ = w.Write([]byte(body))
	}))
	t.Cleanup(server.Close)
	return connect(t, httpprovider.Options{URL: server.URL, Pays: "CNY"})
}

// each calls what reads a status.
func each(p payout.Provider, ctx context.Context, visit func(call string, got payout.Status, err error)) {
	got, err := p.Send(ctx, order)
	visit("send", got, err)
	got, err = p.Find(ctx, order.Key)
	visit("find", got, err)
	got, err = p.Cancel(ctx, order.Key)
	visit("cancel", got, err)
}

func TestAHostileAnswerIsUnclear(t *testing.T) {
	for name, body := range map[string]string{
		"nothing":                  ``,
		"HTML":                     `<!doctype html><title>Paid</title>`,
		"a list":                   `[{"key":"site-1","state":"pending"}]`,
		"null":                     `null`,
		"a text":                   `"paid"`,
		"half of it":               `{"key":"site-1","state":"pending"`,
		"two documents":            `{"key":"site-1","state":"pending"}{"key":"site-1","state":"pending"}`,
		"a member twice":           `{"key":"site-1","state":"pending","state":"refused","code":"x"}`,
		"no key":                   `{"state":"pending"}`,
		"another key":              `{"key":"site-2","state":"pending"}`,
		"a key in capitals":        `{"KEY":"site-1","state":"pending"}`,
		"a number as a key":        `{"key":1,"state":"pending"}`,
		"no state":                 `{"key":"site-1"}`,
		"an invented state":        `{"key":"site-1","state":"done"}`,
		"a refusal without a code": `{"key":"site-1","state":"refused"}`,
		"a success of nothing":     `{"key":"site-1","state":"paid","amount":"0.00","currency":"USD"}`,
		"a success without amount": `{"key":"site-1","state":"paid","currency":"USD"}`,
		"no currency":              `{"key":"site-1","state":"paid","amount":"12.34"}`,
		"a strange currency":       `{"key":"site-1","state":"paid","amount":"12.34","currency":"dollars"}`,
		"a negative amount":        `{"key":"site-1","state":"paid","amount":"-12.34","currency":"USD"}`,
		"NaN":                      `{"key":"site-1","state":"paid","amount":"NaN","currency":"USD"}`,
		"NaN without quotes":       `{"key":"site-1","state":"paid","amount":NaN,"currency":"USD"}`,
		"an exponent":              `{"key":"site-1","state":"paid","amount":"1e2","currency":"USD"}`,
		"a JSON number":            `{"key":"site-1","state":"paid","amount":12.34,"currency":"USD"}`,
		"ten thousand digits":      `{"key":"site-1","state":"paid","amount":"` + strings.Repeat("9", 10_000) + `","currency":"USD"}`,
		"a negative fee":           `{"key":"site-1","state":"paid","amount":"12.34","currency":"USD","fee":"-1.00"}`,
		"a return of nothing":      `{"key":"site-1","state":"returned","amount":"12.34","currency":"USD","back":"0"}`,
		"a long reference":         `{"key":"site-1","state":"pending","reference":"` + strings.Repeat("r", 101) + `"}`,
		"a control character":      `{"key":"site-1","state":"pending","reference":"a\u0000b"}`,
		"a broken rune":            "{\"key\":\"site-1\",\"state\":\"pending\",\"reference\":\"\xff\"}",
		"deep brackets":            strings.Repeat("[", 60_000),
		"a hundred thousand bytes": `{"key":"site-1","state":"pending","x":"` + strings.Repeat("a", 100_000) + `"}`,
		"ten megabytes":            strings.Repeat(" ", 10<<20) + `{"key":"site-1","state":"pending"}`,
	} {
		for _, status := range []int{http.StatusOK, http.StatusUnprocessableEntity, http.StatusBadGateway} {
			p := answering(t, status, body)
			each(p, t.Context(), func(call string, got payout.Status, err error) {
				if !errors.Is(err, payout.ErrUnclear) || got != (payout.Status{}) {
					t.Errorf("%s, %s, %d: %+v %v", name, call, status, got, err)
				}
			})
			if q, err := p.Quote(t.Context(), order); !errors.Is(err, payout.ErrUnclear) || q != nil {
				t.Errorf("%s, quote, %d: %+v %v", name, status, q, err)
			}
		}
	}
}

func TestOnlyARefusalOfThePayoutItselfIsAFailure(t *testing.T) {
	const refused, pending, unknown = `{"key":"site-1","state":"refused","code":"closed"}`, `{"key":"site-1","state":"pending"}`, `{"key":"site-1","state":"unknown"}`
	for _, c := range []struct {
		status int
		body   string
		want   string // states of send, find and cancel
	}{
		{200, refused, "refused refused refused"}, {201, pending, "pending pending pending"}, {202, pending, "pending pending pending"},
		{400, refused, "refused unclear unclear"}, {422, refused, "refused unclear unclear"},
		{401, refused, "unclear unclear unclear"}, {403, refused, "unclear unclear unclear"}, {408, refused, "unclear unclear unclear"},
		{429, refused, "unclear unclear unclear"}, {409, refused, "unclear refused refused"}, {409, pending, "unclear pending pending"},
		{500, refused, "unclear unclear unclear"}, {503, refused, "unclear unclear unclear"}, {204, "", "unclear unclear unclear"},
		{404, unknown, "unclear unknown unknown"}, {200, unknown, "unclear unclear unclear"}, {404, refused, "refused unclear unclear"},
		{404, `{"error":"no such page"}`, "unclear unclear unclear"}, {422, `{"key":"site-1","code":"closed"}`, "unclear unclear unclear"},
		{422, pending, "unclear unclear unclear"}, {302, refused, "unclear unclear unclear"},
	} {
		var states []string
		each(answering(t, c.status, c.body), t.Context(), func(_ string, got payout.Status, err error) {
			if err != nil {
				got.State = "unclear"
			}
			states = append(states, got.State)
		})
		if got := strings.Join(states, " "); got != c.want {
			t.Errorf("%d %s: %s, want %s", c.status, c.body, got, c.want)
		}
	}
}

func TestARedirectIsNotFollowedAndIsUnclear(t *testing.T) {
	var followed atomic.Int32
	elsewhere := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		followed.Add(1)
		_, _ = fmt.Fprint(w, `{"key":"site-1","state":"pending"}`)
	}))
	t.Cleanup(elsewhere.Close)
	for _, status := range []int{301, 302, 303, 307, 308} {
		server := httptest.NewServer(http.RedirectHandler(elsewhere.URL, status))
		t.Cleanup(server.Close)
		each(connect(t, httpprovider.Options{URL: server.URL, KeyFile: keyFile(t, bearer)}), t.Context(), func(call string, _ payout.Status, err error) {
			if !errors.Is(err, payout.ErrUnclear) {
				t.Errorf("%s, %d: %v", call, status, err)
			}
		})
	}
	if followed.Load() != 0 {
		t.Error("the key and the details were sent elsewhere")
	}
}

func TestASlowAnswerEndsWithTheContextAndIsUnclear(t *testing.T) {
	for name, begin := range map[string]func(http.ResponseWriter){
		"no header": func(http.ResponseWriter) {},
		"half a body": func(w http.ResponseWriter) {
			_, _ = w.Write([]byte(`{"key":"site-1",`))
			w.(http.Flusher).Flush()
		},
	} {
		arrived, end := make(chan struct{}), make(chan struct{})
		server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
			begin(w)
			arrived <- struct{}{}
			<-end
		}))
		ctx, cancel := context.WithCancel(t.Context())
		go func() {
			<-arrived
			cancel()
		}()
		_, err := connect(t, httpprovider.Options{URL: server.URL}).Send(ctx, order)
		if !errors.Is(err, payout.ErrUnclear) || !errors.Is(err, context.Canceled) {
			t.Errorf("%s: %v", name, err)
		}
		close(end)
		server.Close()
	}
}

func TestATimeoutAndAServerThatIsAwayAreUnclear(t *testing.T) {
	server := httptest.NewServer(http.NotFoundHandler())
	late := connect(t, httpprovider.Options{URL: server.URL, Timeout: time.Nanosecond})
	if _, err := late.Send(t.Context(), order); !errors.Is(err, payout.ErrUnclear) || !errors.Is(err, context.DeadlineExceeded) {
		t.Error(err)
	}
	away := connect(t, httpprovider.Options{URL: server.URL})
	server.Close()
	each(away, t.Context(), func(call string, _ payout.Status, err error) {
		if !errors.Is(err, payout.ErrUnclear) {
			t.Errorf("%s: %v", call, err)
		}
	})
}

func TestAQuoteThatDoesNotFitIsUnclear(t *testing.T) {
	const good = `{"id":"q1","currency":"CNY","rate":"7.123456","amount":"87.90","digits":2,"until":"2026-05-04T12:00:00Z"}`
	q, err := answering(t, 200, good).Quote(t.Context(), order)
	if err != nil || q.Minor != 8790 || q.Rate != 7_123_456 || q.Digits != 2 || q.Currency != "CNY" {
		t.Fatalf("%+v %v", q, err)
	}
	if q, err := answering(t, 204, "").Quote(t.Context(), order); q != nil || err != nil {
		t.Errorf("%+v %v", q, err)
	}
	for _, change := range [][2]string{
		{`"CNY"`, `"EUR"`}, {`"q1"`, `""`}, {`"7.123456"`, `"0"`}, {`"7.123456"`, `"-7.1"`}, {`"7.123456"`, `7.123456`},
		{`"87.90"`, `"0.01"`}, {`"87.90"`, `"87.92"`}, {`"87.90"`, `"87.905"`}, {`"87.90"`, `"8790"`},
		{`:2,`, `:9,`}, {`:2,`, `:-1,`}, {`:2,`, `:"2",`}, {`:2,`, `:0,`}, {`"2026-05-04T12:00:00Z"`, `"tomorrow"`},
		{`"7.123456"`, `"999999999999.999999"`},
	} {
		body := strings.Replace(good, change[0], change[1], 1)
		if q, err := answering(t, 200, body).Quote(t.Context(), order); q != nil || !errors.Is(err, payout.ErrUnclear) {
			t.Errorf("%s: %+v %v", body, q, err)
		}
	}
}
