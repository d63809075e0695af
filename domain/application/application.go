package application

import (
	"fmt"
	"slices"
	"time"
	"unicode/utf8"

	"github.com/modyard/modyard/domain/actor"
	"github.com/modyard/modyard/domain/decision"
	"github.com/modyard/modyard/domain/erasable"
	"github.com/modyard/modyard/domain/fault"
	"github.com/modyard/modyard/domain/role"
	"github.com/modyard/modyard/domain/text"
)

// The limits.
const (
	MaxHeld      = 16 // applications of an owner
	MaxSecrets   = 2  // live ones of an application, so that they can be rotated with an overlap
	MaxRedirects = 10
	MaxRedirect  = 2048 // bytes
	minName      = 3
	maxName      = 255
	maxWords     = 255
)

// State is an application, folded from its stream. The zero State does not exist.
type State struct {
	ID, Account, Organization string // Organization is empty for an application of the account
	Name, Description, URL    string
	IconURL                   string
	Type                      Type
	Redirects                 []string
	Scopes                    Scopes
	Secrets                   []string // ids of the live ones, the oldest first
	Suspended                 bool
	Verified                  bool
	Deleted                   bool
	HandOvers                 int // how often it got another owner
	RegisteredAt              time.Time
	Events                    int // of the stream: a copy of the state is older than another one if it has fewer
}

// Exists is true if the application was registered and not deleted.
func (s State) Exists() bool { return s.ID != "" && !s.Deleted }

// Usable is true if the application may act for accounts.
func (s State) Usable() bool { return s.Exists() && !s.Suspended }

// Owner is the id of the account or the organization.
func (s State) Owner() string {
	if s.Organization != "" {
		return s.Organization
	}
	return s.Account
}

// Evolve applies one event to a state.
func Evolve(s State, event any, at time.Time) State {
	s.Events++
	switch e := event.(type) {
	case Registered:
		s.ID, s.Account, s.Organization, s.Type, s.RegisteredAt = e.Application, e.Account, e.Organization, e.Type, at
		s.Name, s.URL, s.Description, s.Redirects, s.Scopes = e.Name.String(), e.URL, words(e.Description), slices.Clone(e.Redirects), e.Scopes
	case Renamed:
		s.Name = e.Name.String()
	case Described:
		s.URL, s.Description = e.URL, words(e.Description)
	case IconChanged:
		s.IconURL = e.URL
	case RedirectsSet:
		s.Redirects = slices.Clone(e.Redirects)
	case ScopesSet:
		s.Scopes = e.Scopes
	case SecretAdded:
		s.Secrets = append(slices.Clone(s.Secrets), e.Secret)
	case SecretEnded:
		s.Secrets = slices.DeleteFunc(slices.Clone(s.Secrets), func(id string) bool { return id == e.Secret })
	case Suspended:
		s.Suspended = true
	case Restored:
		s.Suspended = false
	case Verified:
		s.Verified = true
	case HandedOver:
		s.Account, s.Organization, s.Name, s.Description, s.Verified = e.Account, e.Organization, e.Name.String(), words(e.Description), false
		s.HandOvers++
	case Deleted:
		s.Deleted, s.Secrets = true, nil
	}
	return s
}

func words(t *erasable.Text) string {
	if t == nil {
		return ""
	}
	return t.String()
}

// Held are the ids of the applications of an owner, in the order in which they were registered.
type Held []string

// EvolveHeld applies one event of the owner's list. It takes over its argument, which must not be used afterwards.
func EvolveHeld(h Held, event any) Held {
	switch e := event.(type) {
	case Listed:
		return append(h, e.Application)
	case Unlisted:
		return slices.DeleteFunc(h, func(id string) bool { return id == e.Application })
	}
	return h
}

// DecideHeld returns the event of the owner's list.
func DecideHeld(h Held, c decision.Entry) ([]decision.Event, error) {
	return c.Decide(slices.Contains(h, c.ID), Listed{Application: c.ID}, Unlisted{Application: c.ID})
}

// Command is a command on an application.
type Command interface {
	decide(s State) ([]any, role.Role, error)
}

// Decide returns the events of a command, or a *fault.Error.
func Decide(s State, c Command) ([]decision.Event, error) { return decision.Of(c.decide(s)) }

func notFound() error { return fault.NotFound("应用不存在。") }

// invalidScopes has the words that programs of this API family know.
func invalidScopes() error {
	return fault.Invalid("max_scopes", "请求了不能授予应用的权限（Invalid scopes requested!）")
}

func notUsable(s State) error {
	if s.Exists() {
		return fault.Invalid("client_id", "这个应用已被工作人员停用。")
	}
	return fault.Invalid("client_id", "应用不存在。")
}

// Right is what the rules of the owner have granted: the account that acts and its role.
type Right struct {
	Account string
	As      role.Role
}

// Managed is the right of an actor to manage the application of an account. That of an organization's follows from the
// rules of the organization.
func Managed(s State, a actor.Actor) (Right, error) {
	switch {
	case !s.Exists():
		return Right{}, notFound()
	case s.Organization != "" || !a.SignedIn() || a.Account != s.Account:
		return Right{}, fault.Forbidden("你没有管理这个应用的权限。")
	}
	return Right{Account: a.Account, As: role.Owner}, nil
}

// Limits are what the site allows an application to ask for.
type Limits struct {
	Grantable Scopes // all scopes that a token can have
}

func (l Limits) check(s Scopes) error {
	if s < 0 || s&^l.Grantable != 0 {
		return invalidScopes()
	}
	return nil
}

func checkName(name string) (string, error) {
	return text.Line("name", "应用名称", name, minName, maxName)
}

func checkWords(url, description string) (string, string, error) {
	if utf8.RuneCountInString(url) > maxWords {
		return "", "", fault.Invalid("url", fmt.Sprintf("应用的网站不能超过 %d 个字符。", maxWords))
	}
	url, err := text.WebLink("url", "应用的网站", url)
	if err != nil {
		return "", "", err
	}
	description, err = text.Prose("description", "应用简介", description, maxWords)
	return url, description, err
}

// described is the text of a description; nil for none.
func described(account, description string) *erasable.Text {
	if description == "" {
		return nil
	}
	t := erasable.Of(account, description)
	return &t
}

// Register begins an application.
type Register struct {
	Right
	Application, Organization string
	Name, URL, Description    string
	Type                      Type // empty: confidential
	Redirects                 []string
	Scopes                    Scopes
	Secret                    string // id of the first secret; empty for a public application
	Confirmed                 bool   // the account has a confirmed address
	Limits                    Limits
	Held                      Held // the applications of the owner
}

func (c Register) decide(s State) ([]any, role.Role, error) {
	if s.ID != "" {
		return nil, "", fault.Conflict("该应用已存在。")
	}
	if !c.Confirmed {
		return nil, "", fault.Invalid("", "请先验证邮箱，再注册应用。")
	}
	if len(c.Held) >= MaxHeld {
		return nil, "", &fault.Error{Kind: fault.KindInvalid, Code: "limit_reached", Text: fmt.Sprintf("最多注册 %d 个应用，请先删除不再使用的。", MaxHeld)}
	}
	if c.Type == "" {
		c.Type = Confidential
	}
	if c.Type != Confidential && c.Type != Public {
		return nil, "", fault.Invalid("type", "应用类型只能是 confidential 或 public。")
	}
	name, err := checkName(c.Name)
	if err != nil {
		return nil, "", err
	}
	url, description, err := checkWords(c.URL, c.Description)
	if err != nil {
		return nil, "", err
	}
	if err := checkRedirects(c.Type, c.Redirects); err != nil {
		return nil, "", err
	}
	if err := c.Limits.check(c.Scopes); err != nil {
		return nil, "", err
	}
	events := []any{Registered{
		Application: c.Application, Account: c.Account, Organization: c.Organization, Name: erasable.Of(c.Account, name), URL: url,
		Description: described(c.Account, description), Type: c.Type, Redirects: slices.Clone(c.Redirects), Scopes: c.Scopes,
	}}
	if c.Type == Confidential {
		events = append(events, SecretAdded{Application: c.Application, Secret: c.Secret})
	}
	return events, c.As, nil
}

// Change changes an application. A nil field changes nothing.
type Change struct {
	Right
	Name, URL, Description *string
	Redirects              *[]string
	Scopes                 *Scopes
	Limits                 Limits
}

func (c Change) decide(s State) ([]any, role.Role, error) {
	if !s.Exists() {
		return nil, "", notFound()
	}
	var e decision.Edits
	decision.Change(&e, c.Name, s.Name, checkName, func(v string) any { return Renamed{Application: s.ID, Name: erasable.Of(c.Account, v)} })
	if e.Err == nil && (c.URL != nil || c.Description != nil) {
		url, description, err := checkWords(chosen(c.URL, s.URL), chosen(c.Description, s.Description))
		if err != nil {
			return nil, "", err
		}
		if url != s.URL || description != s.Description {
			e.Events = append(e.Events, Described{Application: s.ID, URL: url, Description: described(c.Account, description)})
		}
	}
	decision.Change(&e, c.Redirects, s.Redirects, func(v []string) ([]string, error) { return slices.Clone(v), checkRedirects(s.Type, v) },
		func(v []string) any { return RedirectsSet{Application: s.ID, Redirects: v} })
	decision.Change(&e, c.Scopes, s.Scopes, func(v Scopes) (Scopes, error) { return v, c.Limits.check(v) },
		func(v Scopes) any { return ScopesSet{Application: s.ID, Scopes: v} })
	return e.Events, c.As, e.Err
}

func chosen(given *string, now string) string {
	if given == nil {
		return now
	}
	return *given
}

// ChangeIcon sets or removes (empty URL) the icon.
type ChangeIcon struct {
	Right
	URL string
}

func (c ChangeIcon) decide(s State) ([]any, role.Role, error) {
	switch {
	case !s.Exists():
		return nil, "", notFound()
	case c.URL == s.IconURL:
		return nil, c.As, nil
	}
	return []any{IconChanged{Application: s.ID, URL: c.URL}}, c.As, nil
}

// AddSecret gives an application a further secret.
type AddSecret struct {
	Right
	Secret string
}

func (c AddSecret) decide(s State) ([]any, role.Role, error) {
	switch {
	case !s.Exists():
		return nil, "", notFound()
	case s.Type == Public:
		return nil, "", fault.Invalid("", "公开应用不能保管密钥，因此没有密钥。")
	case len(s.Secrets) >= MaxSecrets:
		return nil, "", &fault.Error{Kind: fault.KindInvalid, Code: "limit_reached", Text: fmt.Sprintf("一个应用最多有 %d 个有效的密钥，请先停用一个。", MaxSecrets)}
	}
	return []any{SecretAdded{Application: s.ID, Secret: c.Secret}}, c.As, nil
}

// EndSecret ends a secret.
type EndSecret struct {
	Right
	Secret string
}

func (c EndSecret) decide(s State) ([]any, role.Role, error) {
	switch {
	case !s.Exists():
		return nil, "", notFound()
	case !slices.Contains(s.Secrets, c.Secret):
		return nil, "", fault.NotFound("密钥不存在。")
	}
	return []any{SecretEnded{Application: s.ID, Secret: c.Secret}}, c.As, nil
}

// Delete ends an application.
type Delete struct{ Right }

func (c Delete) decide(s State) ([]any, role.Role, error) {
	if !s.Exists() {
		return nil, "", notFound()
	}
	return []any{Deleted{Application: s.ID}}, c.As, nil
}

// DeleteErased ends an application whose account left. The program sends it.
type DeleteErased struct{ Account string }

func (c DeleteErased) decide(s State) ([]any, role.Role, error) {
	if !s.Exists() || s.Account != c.Account || s.Organization != "" {
		return nil, role.System, nil
	}
	return []any{Deleted{Application: s.ID}}, role.System, nil
}
