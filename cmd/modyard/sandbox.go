package main

import (
	"errors"
	"fmt"
	"net"
	"os"
	"strings"

	"github.com/modyard/modyard/platform/httpkit"
	"github.com/modyard/modyard/platform/payout/sandbox"
)

type sandboxCmd struct {
	Data       string `name:"data" required:"" placeholder:"DIR" help:"Folder with the books. One process uses it at a time."`
	Behaviour  string `name:"behaviour" default:"honest" enum:"honest,lossy,lying" help:"honest; lossy: answers are late, lost, doubled or old, some payouts are refused or come back; lying: also says what is not true."`
	Seed       uint64 `name:"seed" default:"1" help:"Which requests a lossy or lying sandbox spoils."`
	KeyFile    string `name:"key-file" type:"existingfile" placeholder:"FILE" help:"File with the bearer key that requests need. Empty: they need none."`
	Webhook    string `name:"webhook" placeholder:"URL" help:"Address that is told when a payout changes."`
	SecretFile string `name:"webhook-secret-file" type:"existingfile" placeholder:"FILE" help:"File with the secret that signs webhooks."`
}

// Run serves the sandbox on --addr until it is interrupted.
func (c *sandboxCmd) Run(e *environment) (err error) {
	o := sandbox.Options{Dir: c.Data, Seed: c.Seed}
	if o.Behaviour, err = sandbox.Named(c.Behaviour); err != nil {
		return err
	}
	if o.Key, err = secretIn(c.KeyFile); err != nil {
		return err
	}
	secret, err := secretIn(c.SecretFile)
	if err != nil {
		return err
	}
	if (c.Webhook == "") != (secret == "") {
		return errors.New("--webhook and --webhook-secret-file are used together")
	}
	o.Webhook = sandbox.Webhook{URL: c.Webhook, Secret: []byte(secret)}
	s, err := sandbox.Open(o)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, s.Close()) }()
	listener, err := (&net.ListenConfig{}).Listen(e.ctx, "tcp", e.config.Addr)
	if err != nil {
		return fmt.Errorf("listen on %s: %w", e.config.Addr, err)
	}
	fmt.Printf("Serving on http://%s\n", listener.Addr())
	return httpkit.ServeListener(e.ctx, listener, s)
}

// secretIn reads a file with one line; no file is an empty text.
func secretIn(path string) (string, error) {
	if path == "" {
		return "", nil
	}
	raw, err := os.ReadFile(path)
	if err != nil {
		return "", err
	}
	text := strings.TrimRight(string(raw), "\r\n")
	if text == "" {
		return "", fmt.Errorf("%s is empty", path)
	}
	return text, nil
}
