package sandbox

import (
	"bytes"
	"context"
	"encoding/json"
	"net/http"
	"strconv"
	"sync"
	"time"

	"github.com/modyard/modyard/platform/signed"
)

// Webhook is where a sandbox says that a payout has changed.
type Webhook struct {
	URL    string // empty: none is sent
	Secret []byte
}

const (
	waiting      = 1000 // webhooks that wait; more are not sent
	webhookLimit = 10 * time.Second
)

// notifier sends webhooks, one after the other and once each: who misses one asks anyway.
type notifier struct {
	to   Webhook
	now  func() time.Time
	keys chan string
	end  context.CancelFunc
	done sync.WaitGroup
}

func newNotifier(to Webhook, now func() time.Time) *notifier {
	ctx, end := context.WithCancel(context.Background())
	n := &notifier{to: to, now: now, keys: make(chan string, waiting), end: end}
	if to.URL != "" {
		n.done.Go(func() { n.run(ctx) })
	}
	return n
}

func (n *notifier) close() {
	n.end()
	n.done.Wait()
}

// changed queues a webhook about a key.
func (n *notifier) changed(key string) {
	if n.to.URL == "" {
		return
	}
	select {
	case n.keys <- key:
	default:
	}
}

func (n *notifier) run(ctx context.Context) {
	for {
		select {
		case key := <-n.keys:
			n.send(ctx, key)
		case <-ctx.Done():
			return
		}
	}
}

func (n *notifier) send(ctx context.Context, key string) {
	ctx, cancel := context.WithTimeout(ctx, webhookLimit)
	defer cancel()
	body, err := json.Marshal(map[string]string{"key": key})
	if err != nil {
		return
	}
	r, err := http.NewRequestWithContext(ctx, http.MethodPost, n.to.URL, bytes.NewReader(body))
	if err != nil {
		return
	}
	stamp := strconv.FormatInt(n.now().Unix(), 10)
	r.Header.Set("Content-Type", "application/json")
	r.Header.Set("Payout-Timestamp", stamp)
	r.Header.Set("Payout-Signature", "v1="+signed.Sign(n.to.Secret, stamp, body))
	if answer, err := http.DefaultClient.Do(r); err == nil {
		_ = answer.Body.Close()
	}
}
