package demo

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/modyard/modyard/identity"
)

// LoginFile is the file in the data directory with the passwords of the trial accounts.
const LoginFile = "demo-accounts.txt"

// The trial accounts.
const (
	CreatorName   = "演示创作者"
	moderatorName = "演示版主"
	AdminName     = "演示管理员"
)

// Login is a trial account.
type Login struct {
	Username string
	Password string
}

func tryOut() []identity.NewAccount {
	day := Today().AddDate(-2, 0, -7)
	return []identity.NewAccount{
		{ID: accountID(CreatorName), Username: CreatorName, Email: "creator@example.org", EmailVerified: true, Role: identity.RoleUser, Bio: "用来试一试创作者的各种操作。", Created: day},
		{ID: accountID(moderatorName), Username: moderatorName, Email: "moderator@example.org", EmailVerified: true, Role: identity.RoleModerator, Bio: "负责审核，也负责解释为什么。", Created: day},
		{ID: accountID(AdminName), Username: AdminName, Email: "admin@example.org", EmailVerified: true, Role: identity.RoleAdmin, Bio: "看着灯不要灭。", Created: day},
	}
}

// ensureTryOut creates the trial accounts. Their passwords are generated once for a data directory and written to the
// file before the first account is created, so an interrupted run finds them there.
func ensureTryOut(ctx context.Context, d Deps, avatar func(motif, seed string) (string, error)) ([]Login, error) {
	accounts := tryOut()
	logins, err := logins(filepath.Join(d.DataDir, LoginFile), accounts)
	if err != nil {
		return nil, err
	}
	for i := range accounts {
		accounts[i].Password, accounts[i].Set = logins[i].Password, "demo"
		if accounts[i].AvatarURL, err = avatar([]string{"robot", "shield", "tower"}[i], accounts[i].Username); err != nil {
			return nil, err
		}
	}
	made, err := d.Accounts.Ensure(ctx, accounts...)
	if err != nil || made == 0 {
		return nil, err
	}
	return logins, nil
}

func logins(file string, accounts []identity.NewAccount) ([]Login, error) {
	known := map[string]string{}
	raw, err := os.ReadFile(file)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("read the passwords of the demonstration: %w", err)
	}
	for line := range strings.Lines(string(raw)) {
		if name, password, found := strings.Cut(strings.TrimSpace(line), " "); found {
			known[name] = strings.TrimSpace(password)
		}
	}
	list := make([]Login, 0, len(accounts))
	var text strings.Builder
	fresh := false
	for _, a := range accounts {
		l := Login{Username: a.Username, Password: known[a.Username]}
		if l.Password == "" {
			l.Password, fresh = newPassword(), true
		}
		list = append(list, l)
		fmt.Fprintf(&text, "%s %s\n", l.Username, l.Password)
	}
	if !fresh {
		return list, nil
	}
	if err := writeSecret(file, text.String()); err != nil {
		return nil, fmt.Errorf("write the passwords of the demonstration: %w", err)
	}
	return list, nil
}

// newPassword generates a password of about 90 bits, in groups that are easy to type.
func newPassword() string {
	text := strings.ToLower(rand.Text())[:18]
	return text[:6] + "-" + text[6:12] + "-" + text[12:]
}

// writeSecret writes the whole file, readable only by its owner, or none.
func writeSecret(file, text string) (err error) {
	if err := os.MkdirAll(filepath.Dir(file), 0o750); err != nil {
		return err
	}
	f, err := os.CreateTemp(filepath.Dir(file), "."+LoginFile+"-*") // 0600
	if err != nil {
		return err
	}
	defer func() {
		if err != nil {
			_ = os.Remove(f.Name())
		}
	}()
	_, err = f.WriteString(text)
	if err == nil {
		err = f.Sync()
	}
	if err = errors.Join(err, f.Close()); err != nil {
		return err
	}
	return os.Rename(f.Name(), file)
}

// people are the accounts of the catalogue; they cannot sign in.
func people(list []Person, avatar func(motif, seed string) (string, error)) ([]identity.NewAccount, error) {
	accounts := make([]identity.NewAccount, 0, len(list))
	for i, p := range list {
		address, err := avatar(p.Motif, p.Username)
		if err != nil {
			return nil, err
		}
		accounts = append(accounts, identity.NewAccount{
			ID: accountID(p.Username), Username: p.Username, Bio: p.Bio, AvatarURL: address,
			Created: Today().AddDate(-2, 0, -60).Add(time.Duration(i*7) * time.Hour),
		})
	}
	return accounts, nil
}
