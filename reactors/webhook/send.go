package webhook

import (
	"bytes"
	"context"
	"crypto/tls"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"net"
	"net/http"
	"strconv"
	"strings"
	"time"

	"github.com/modyard/modyard/contract"
	"github.com/modyard/modyard/domain/webhook"
	"github.com/modyard/modyard/platform/outbound"
	store "github.com/modyard/modyard/platform/webhook"
)

const (
	readAnswer = 4 << 10
	keepAnswer = 1 << 10

	firstWait = 10 * time.Second // doubles after each failure
	maxWait   = time.Hour
)

// The codes of errors of attempts.
const (
	errorStatus   = "status"   // the answer is no success
	errorTimeout  = "timeout"  // no answer in time
	errorAddress  = "address"  // the address is not public
	errorRedirect = "redirect" // a redirect to where requests may not go, or too many
	errorTLS      = "tls"
	errorConnect  = "connect"
	errorSecret   = "secret" // the address or the secret cannot be read
)

// send makes one attempt. An error is one of this site, such as that of the database; failures of the receiver are in
// the outcome.
func (d *Dispatcher) send(ctx context.Context, state webhook.State, next store.Delivery) (store.Attempt, error) {
	now := d.Store.Now()
	out := store.Attempt{Delivery: next, At: now}
	secrets := state.Secrets(now)
	texts, err := d.Store.Texts(ctx, state.ID, append(secrets, state.Address)...)
	if err != nil && !errors.Is(err, store.ErrForeign) {
		return out, err
	}
	if texts[state.Address] == "" || texts[state.Secret] == "" || err != nil {
		d.Logger.WarnContext(ctx, "the address or the secret of a webhook cannot be read", "webhook", state.ID, "error", err)
		out.Error, out.Rest = errorSecret, true
		out.Wait, err = d.pause(ctx, next, true)
		return out, err
	}
	body, err := d.body(ctx, next)
	if err != nil {
		return out, err
	}
	limited, cancel := context.WithTimeout(ctx, d.Timeout)
	defer cancel()
	r, err := http.NewRequestWithContext(limited, http.MethodPost, texts[state.Address], bytes.NewReader(body))
	if err != nil { // Parse has accepted it when it was entered
		out.Error, out.GiveUp = errorAddress, true
		return out, nil
	}
	stamp := strconv.FormatInt(now.Unix(), 10)
	r.Header.Set("Content-Type", "application/json")
	r.Header.Set("User-Agent", "Modyard-Webhook/1")
	r.Header.Set("Modyard-Delivery", next.ID)
	r.Header.Set("Modyard-Event", next.Change.Kind)
	r.Header.Set("Modyard-Timestamp", stamp)
	r.Header.Set("Modyard-Signature", signatures(secrets, texts, stamp, body))
	begin := time.Now()
	answer, err := d.client.Do(r)
	if err == nil {
		out.Status, out.Answer = answer.StatusCode, beginning(answer.Body)
	}
	out.Took = time.Since(begin)
	if err != nil && ctx.Err() != nil {
		return out, ctx.Err() // this process stops: it is no attempt
	}
	out.Error = outcome(out.Status, err)
	out.Rest = rests(out.Status, out.Error)
	if out.Error != "" {
		out.GiveUp = out.Status == http.StatusGone
		out.Wait, err = d.pause(ctx, next, out.Rest)
	}
	return out, err
}

// body is a change in the shape of the feed, with the document of this time.
func (d *Dispatcher) body(ctx context.Context, next store.Delivery) ([]byte, error) {
	c := next.Change
	document, err := d.Document(ctx, c.Type, c.Object)
	if err != nil {
		return nil, fmt.Errorf("read the document of a delivery: %w", err)
	}
	if document == nil {
		document = json.RawMessage("null")
	}
	body, err := json.Marshal(contract.Change{
		ID: c.ID, Cursor: c.Cursor, Kind: c.Kind, Object: contract.ChangedObject{Type: c.Type, ID: c.Object}, At: c.At, Document: document,
	})
	if err != nil {
		return nil, fmt.Errorf("write a delivery: %w", err)
	}
	return body, nil
}

func signatures(ids []string, texts map[string]string, stamp string, body []byte) string {
	var list []string
	for _, id := range ids {
		if secret := texts[id]; secret != "" {
			list = append(list, "v1="+Sign(secret, stamp, body))
		}
	}
	return strings.Join(list, ",")
}

// beginning reads the beginning of an answer and closes it. What cannot be stored or shown as text is replaced.
func beginning(body io.ReadCloser) string {
	defer body.Close() //nolint:errcheck // nothing is expected of the rest
	read, _ := io.ReadAll(io.LimitReader(body, readAnswer))
	text := strings.ToValidUTF8(string(read[:min(len(read), keepAnswer)]), "�")
	return strings.ReplaceAll(text, "\x00", "�")
}

// outcome is the code of an attempt's error; empty for a success.
func outcome(status int, err error) string {
	var network net.Error
	var record tls.RecordHeaderError
	var certificate *tls.CertificateVerificationError
	cause := outbound.Cause(err)
	switch {
	case err == nil && status >= 200 && status < 300:
		return ""
	case err == nil:
		return errorStatus
	case errors.Is(cause, outbound.ErrRedirects), errors.Is(cause, outbound.ErrMalformed), errors.Is(cause, outbound.ErrPort):
		return errorRedirect
	case errors.Is(cause, outbound.ErrForbidden):
		return errorAddress
	case errors.As(cause, &certificate), errors.As(cause, &record):
		return errorTLS
	case errors.Is(cause, context.DeadlineExceeded), errors.As(cause, &network) && network.Timeout():
		return errorTimeout
	}
	return errorConnect
}

// rests is true if nothing is sent to the receiver for a while: it did not answer, or it asks for a pause. After other
// answers only the delivery is tried again later, and does not hold back the next.
func rests(status int, failed string) bool {
	return failed != "" && (status == 0 || status == http.StatusTooManyRequests || status == http.StatusServiceUnavailable)
}

// pause is the time to the next attempt of a delivery, or of its receiver.
func (d *Dispatcher) pause(ctx context.Context, next store.Delivery, rest bool) (time.Duration, error) {
	n := next.Attempts
	if rest {
		rests, err := d.Store.Rests(ctx, next.Hook)
		if err != nil {
			return 0, err
		}
		n = rests
	}
	return backoff(n), nil
}

// backoff is the pause after n earlier failures, with a fifth of it at random.
func backoff(n int) time.Duration {
	wait := min(firstWait<<min(n, 12), maxWait)
	return wait*9/10 + rand.N(wait/5) //nolint:gosec // no secret
}
