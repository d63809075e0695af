package app

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"time"

	readserver "github.com/modyard/modyard/readapi/server"
)

// nodeFileWithin is how long a node may take to answer a file.
const nodeFileWithin = 5 * time.Second

// nodeFiles reads files from nodes. It follows no redirect: a node's address is the one with which it joined.
func nodeFiles() func(ctx context.Context, address, token string, most int64) ([]byte, error) {
	client := nodeClient()
	return func(ctx context.Context, address, token string, most int64) ([]byte, error) {
		r, err := http.NewRequestWithContext(ctx, http.MethodGet, address, nil)
		if err != nil {
			return nil, fmt.Errorf("ask a node for a file: %w", err)
		}
		r.Header.Set("Authorization", "Bearer "+token)
		res, err := client.Do(r)
		if err != nil {
			return nil, fmt.Errorf("ask a node for a file: %w", err)
		}
		defer res.Body.Close() //nolint:errcheck // only read
		switch {
		case res.StatusCode == http.StatusNotFound:
			return nil, readserver.ErrNoFile
		case res.StatusCode != http.StatusOK:
			return nil, fmt.Errorf("ask a node for a file: it answers %d", res.StatusCode)
		}
		data, err := io.ReadAll(io.LimitReader(res.Body, most+1))
		if err != nil {
			return nil, fmt.Errorf("read a node's file: %w", err)
		}
		if int64(len(data)) > most {
			return nil, readserver.ErrTooLarge
		}
		return data, nil
	}
}

// nodeClient asks nodes.
func nodeClient() *http.Client {
	return &http.Client{
		Timeout:       nodeFileWithin,
		Transport:     &http.Transport{DisableKeepAlives: true, ForceAttemptHTTP2: true}, // and no proxy
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	}
}
