package application

import (
	"context"
	"strings"

	"github.com/modyard/modyard/commands"
	"github.com/modyard/modyard/contract"
	"github.com/modyard/modyard/domain/actor"
	"github.com/modyard/modyard/domain/application"
	"github.com/modyard/modyard/domain/decision"
	"github.com/modyard/modyard/domain/fault"
	"github.com/modyard/modyard/platform/confusable"
)

type registerInput struct{ Body contract.ApplicationSpec }

// register is POST /oauth/app. The answer to a repeated request contains no secret: only its hash is stored.
func (s *Service) register(ctx context.Context, req commands.Request, in *registerInput) (contract.ApplicationCreated, commands.Outcome, error) {
	var out contract.ApplicationCreated
	id, err := s.Handler.NewID(ctx, req, "application")
	if err != nil {
		return out, commands.Outcome{}, err
	}
	outcome, repeated, err := s.Handler.Repeated(ctx, req, applications().Stream(id))
	if err == nil && !repeated {
		outcome, out.ClientSecret, err = s.registerNew(ctx, req, id, in.Body)
	}
	if err != nil {
		return out, outcome, err
	}
	state, err := s.mirrored(ctx, id)
	if err != nil {
		return out, outcome, err
	}
	out.Client, err = s.document(ctx, state)
	return out, outcome, err
}

func (s *Service) registerNew(ctx context.Context, req commands.Request, id string, spec contract.ApplicationSpec) (commands.Outcome, string, error) {
	standing, err := s.Accounts.Standing(ctx, req.By.Account)
	if err != nil {
		return commands.Outcome{}, "", err
	}
	command := application.Register{
		Application: id, Name: text(spec.Name), URL: text(spec.URL), Description: text(spec.Description), Type: application.Type(text(spec.Type)),
		Confirmed: standing.Verified, Limits: limits(),
	}
	if spec.RedirectURIs != nil {
		command.Redirects = *spec.RedirectURIs
	}
	if spec.MaxScopes != nil {
		command.Scopes = scopesOf(*spec.MaxScopes)
	}
	decide := func(ctx context.Context, tx *commands.Tx) error {
		return s.decideRegister(ctx, tx, command, text(spec.Organization))
	}
	if err := s.Handler.Read(ctx, req.By, decide); err != nil { // before a row is stored
		return commands.Outcome{}, "", err
	}
	var secret string
	if command.Type != application.Public {
		if command.Secret, secret, _, err = s.Accounts.NewApplicationSecret(ctx, id); err != nil {
			return commands.Outcome{}, "", err
		}
	}
	outcome, err := s.Handler.Handle(ctx, req, decide)
	if outcome.Repeated { // by a concurrent request of the same name
		secret = ""
	}
	return outcome, secret, err
}

func (s *Service) decideRegister(ctx context.Context, tx *commands.Tx, c application.Register, of string) error {
	tx.Fresh(c.Application)
	c.Right = application.Right{Account: tx.By().Account, As: "owner"}
	owner := c.Account
	if of != "" {
		var err error
		if c.Right, owner, err = ofOrganization(ctx, tx, of); err != nil {
			return err
		}
		c.Organization = owner
	}
	list, err := held().Get(ctx, tx, owner)
	if err != nil {
		return err
	}
	e, err := applications().Open(ctx, tx, c.Application)
	if err != nil {
		return err
	}
	c.Held = list.State()
	if err := e.Do(c); err != nil {
		return err
	}
	if err := s.checkName(ctx, tx.By(), e.State()); err != nil {
		return err
	}
	return list.Do(decision.Entry{As: c.As, ID: c.Application})
}

// official are the words by which a name says that it is the site's own.
func official() []string { return []string{"官方", "官网", "official"} }

// checkName refuses the name of an application that looks like the site's, like one of the site, or like one that the staff
// verified.
func (s *Service) checkName(ctx context.Context, by actor.Actor, a application.State) error {
	if by.Admin() {
		return nil
	}
	for _, word := range append(official(), s.Brand) {
		for i, name := range skeletons(a.Name) {
			if strings.Contains(name, skeletons(word)[i]) {
				return fault.Invalid("name", "应用名称不能像是本站或官方的应用。")
			}
		}
	}
	alike, err := s.Accounts.VerifiedAlike(ctx, a.ID, a.Name)
	if err == nil && alike {
		err = fault.Invalid("name", "应用名称与一个已核实的应用过于相似。")
	}
	return err
}

// skeletons are those of a name without spaces as it is written and in small letters, because a capital letter can look like
// another one than the small letter does.
func skeletons(name string) [2]string {
	bare := strings.Join(strings.Fields(name), "")
	return [2]string{confusable.Name(bare), confusable.Name(strings.ToLower(bare))}
}

func text(t *string) string {
	if t == nil {
		return ""
	}
	return *t
}

// scopesOf is a negative number, which no rule accepts, for bits that are not scopes.
func scopesOf(bits uint64) application.Scopes { return application.Scopes(bits) } //nolint:gosec // the sign is checked

// document is an application as its owner sees it.
func (s *Service) document(ctx context.Context, a application.State) (contract.Application, error) {
	d := contract.Application{
		ID: a.ID, Name: a.Name, IconURL: contract.Present(a.IconURL), MaxScopes: uint64(a.Scopes), RedirectURIs: a.Redirects, CreatedBy: a.Account, //nolint:gosec // not negative
		Created: a.RegisteredAt, URL: contract.Present(a.URL), Description: contract.Present(a.Description), Type: string(a.Type),
		Creator: contract.Author{ID: a.Account}, Organization: contract.Present(a.Organization), Verified: a.Verified,
	}
	if !a.Exists() {
		return d, missing()
	}
	profiles, err := s.Accounts.Profiles(ctx, []string{a.Account})
	if err != nil {
		return d, err
	}
	if p, ok := profiles[a.Account]; ok {
		d.Creator.Username, d.Creator.AvatarURL = p.Username, p.Public().AvatarURL
	}
	d.Secrets, err = s.Accounts.ApplicationSecrets(ctx, a.Secrets)
	return d, err
}
