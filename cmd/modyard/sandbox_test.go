package main

import (
	"bufio"
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/modyard/modyard/platform/payout"
	"github.com/modyard/modyard/platform/payout/httpprovider"
	"github.com/modyard/modyard/platform/subprocess"
)

func TestThePayoutSandboxServesProvidersUntilItIsKilledAndAgainAfterwards(t *testing.T) {
	dir, key := t.TempDir(), filepath.Join(t.TempDir(), "key")
	if err := os.WriteFile(key, []byte("a-key\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	order := payout.Order{Key: "site-1", Account: "a", Amount: 5_000_000, Currency: "USD", Method: "bank", Details: map[string]string{"account": "0001"}}
	for range 2 {
		c := program("payout-sandbox", "--addr", "127.0.0.1:0", "--data", dir, "--key-file", key)
		out, err := c.StdoutPipe()
		if err != nil {
			t.Fatal(err)
		}
		if err := subprocess.Start(c); err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { _ = c.Process.Kill() }) // a failed test leaves it running
		line, err := bufio.NewReader(out).ReadString('\n')
		url, serves := strings.CutPrefix(strings.TrimSpace(line), "Serving on ")
		if err != nil || !serves {
			t.Fatalf("%q %v", line, err)
		}
		p, err := httpprovider.New(httpprovider.Options{URL: url, KeyFile: key})
		if err != nil {
			t.Fatal(err)
		}
		if got, err := p.Send(t.Context(), order); err != nil || got.State != payout.Paid || got.Reference != "sandbox-1" {
			t.Errorf("%+v %v", got, err)
		}
		if err := c.Process.Kill(); err != nil {
			t.Fatal(err)
		}
		_ = c.Wait() // it was killed
	}
	books, err := os.ReadFile(filepath.Join(dir, "books.jsonl"))
	if err != nil || bytes.Count(books, []byte(`"what":"paid"`)) != 1 {
		t.Errorf("%s %v", books, err)
	}
}

func TestThePayoutSandboxExplainsSettingsThatDoNotFit(t *testing.T) {
	for name, c := range map[string]struct {
		want string
		args []string
	}{
		"no folder":          {"--data", []string{"payout-sandbox"}},
		"an unknown one":     {"honest", []string{"payout-sandbox", "--data", t.TempDir(), "--behaviour", "kind"}},
		"an unsigned notice": {"--webhook-secret-file", []string{"payout-sandbox", "--data", t.TempDir(), "--webhook", "http://127.0.0.1:1"}},
	} {
		if out, err := program(c.args...).CombinedOutput(); err == nil || !strings.Contains(string(out), c.want) {
			t.Errorf("%s: %v\n%s", name, err, out)
		}
	}
}
