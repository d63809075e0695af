package main

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"

	"golang.org/x/term"

	"github.com/modyard/modyard/cmd/modyard/app"
	"github.com/modyard/modyard/platform/backup"
)

type adminCmd struct {
	Create    adminCreateCmd    `cmd:"" help:"Create an administrator's account. The command prompts for the password, or reads it from standard input."`
	Analyst   adminAnalystCmd   `cmd:"" help:"Give an account the right to read every recorded download, or take it."`
	Treasurer adminTreasurerCmd `cmd:"" help:"Give an account the right to keep the site's money, or take it."`
	Restored  adminRestoredCmd  `cmd:"" help:"Record that the database was restored by other means than modyard restore. The next start appends it to the log."`
}

type adminCreateCmd struct {
	Username string `arg:"" help:"The user name."`
	Email    string `arg:"" help:"The e-mail address."`
}

// Run creates the account.
func (c *adminCreateCmd) Run(e *environment) error {
	password, err := readPassword(os.Stdin, os.Stderr)
	if err != nil {
		return err
	}
	return e.with(app.Share, func(core *app.Core) error {
		accounts, err := e.accounts(core)
		if err != nil {
			return err
		}
		account, err := accounts.CreateAdmin(e.ctx, c.Username, c.Email, password)
		if err != nil {
			return err
		}
		fmt.Printf("%s is an administrator (account %s)\n", account.Username, account.ID)
		return nil
	})
}

type adminRestoredCmd struct {
	By     string `name:"by" required:"" placeholder:"USERNAME" help:"Your account on the site."`
	Reason string `name:"reason" required:"" placeholder:"TEXT" help:"Why the database was restored."`
}

// Run records the restore.
func (c *adminRestoredCmd) Run(e *environment) error {
	return e.with(app.Share, func(core *app.Core) error {
		if core.DB.OwnerURL == "" {
			return errors.New("admin restored: it writes as the owner of the database: set MODYARD_DATABASE_OWNER_URL")
		}
		held, release, err := core.Runner.Quiesce(e.ctx)
		if err != nil {
			return fmt.Errorf("admin restored: %w", err)
		}
		defer release()
		if err := backup.RecordRestore(held, core.DB.OwnerURL, c.By, c.Reason); err != nil {
			return err
		}
		fmt.Println("The next start of the site appends it to the log. Effects are paused: `modyard effects resume` ends the pause.")
		return nil
	})
}

// readPassword prompts twice without an echo at a terminal, and otherwise reads the first line. The password is never
// an argument, because every user of the machine can see arguments.
func readPassword(in *os.File, prompt io.Writer) (string, error) {
	fd := int(in.Fd())
	if !term.IsTerminal(fd) {
		line, err := bufio.NewReader(io.LimitReader(in, 4096)).ReadString('\n')
		if line = strings.TrimRight(line, "\r\n"); line == "" {
			return "", errors.Join(errors.New("no password on standard input"), err)
		}
		return line, nil
	}
	ask := func(question string) (string, error) {
		fmt.Fprint(prompt, question)
		typed, err := term.ReadPassword(fd)
		fmt.Fprintln(prompt)
		return string(typed), err
	}
	first, err := ask("Password: ")
	if err != nil {
		return "", err
	}
	second, err := ask("Again: ")
	if err != nil {
		return "", err
	}
	if first != second {
		return "", errors.New("the two passwords differ")
	}
	return first, nil
}
