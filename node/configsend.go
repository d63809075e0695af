package node

import (
	"bytes"
	"context"
	"fmt"
	"net/http"
	"time"

	contract "github.com/modyard/modyard/contract/node"
	"github.com/modyard/modyard/node/configs"
	"github.com/modyard/modyard/node/identity"
)

// sendWithin bounds the sending of one content.
const sendWithin = time.Minute

// sender puts contents of configuration files to the site.
func sender(id identity.Identity) func(ctx context.Context, server, hash string, content []byte) error {
	client := &http.Client{
		Timeout: sendWithin,
		// A redirect would carry the token to elsewhere.
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	}
	return func(ctx context.Context, server, hash string, content []byte) error {
		token, err := id.Sign(time.Now())
		if err != nil {
			return err
		}
		r, err := http.NewRequestWithContext(ctx, http.MethodPut, id.Site+contract.PathConfiguration+"/"+server+"/"+hash, bytes.NewReader(content))
		if err != nil {
			return fmt.Errorf("send a configuration file: %w", err)
		}
		r.Header.Set("Authorization", "Bearer "+token)
		r.Header.Set("Content-Type", "application/octet-stream")
		answer, err := client.Do(r)
		if err != nil {
			return fmt.Errorf("send a configuration file: %w", err)
		}
		defer func() { _ = answer.Body.Close() }() // only the status counts
		switch status := answer.StatusCode; {
		case status == http.StatusNoContent:
			return nil
		case status >= 400 && status < 500 && status != http.StatusUnauthorized && status != http.StatusTooManyRequests && status != http.StatusRequestTimeout:
			return fmt.Errorf("the site answers %d: %w", status, configs.ErrUnwanted)
		default:
			return fmt.Errorf("send a configuration file: the site answers %d", status)
		}
	}
}
