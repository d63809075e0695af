package identity

import (
	"context"
	"crypto/subtle"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/modyard/modyard/identity/provider"
	"github.com/modyard/modyard/platform/httpkit"
)

// Kinds of flows of a sign-in through an outside provider: until its answer, and until a new person has accepted.
const (
	flowOutside = "outside"
	flowJoin    = "join"

	outsideFlowLife = 10 * time.Minute
	joinFlowLife    = time.Hour
)

// CookieOutside binds a sign-in through a provider to the browser that began it: the address of the provider's answer is worth
// nothing in another browser.
const CookieOutside = "modyard_outside"

// withProvider is how a session is begun or confirmed by a provider.
const withProvider = "provider"

// outsideFlow is the data of a flow between the way to a provider and its answer.
type outsideFlow struct {
	Provider string `json:"provider"`
	Back     string `json:"back"`
	Browser  []byte `json:"browser"` // hash of the cookie
	Nonce    string `json:"nonce"`
	Verifier string `json:"verifier"`
	Session  string `json:"session,omitempty"` // of the account that is linked; empty for a sign-in
	Returns  bool   `json:"returns,omitempty"` // Origin.Returns
}

// joinFlow is the data of a flow between a provider's answer and the acceptance of a new person.
type joinFlow struct {
	Provider string          `json:"provider"`
	Person   provider.Person `json:"person"`
}

// OutsideStep is where a browser goes next, and the cookie that it keeps for that.
type OutsideStep struct {
	Location string
	Cookie   *http.Cookie
	Session  *NewSession // that has begun; nil: none
}

// localPath is a path of this site to return to; "/" for anything else.
func localPath(wanted string) string {
	u, err := url.Parse(wanted)
	if err != nil || len(wanted) > 2048 || len(wanted) == 0 || wanted[0] != '/' || u.Host != "" || u.Scheme != "" || u.User != nil {
		return "/"
	}
	for i, c := range wanted {
		if c == '\\' || c < ' ' || c == 0x7f || i == 1 && c == '/' {
			return "/"
		}
	}
	return wanted
}

// BeginOutside begins a sign-in through a provider, or, with link, the linking of the caller's account to one. The path back is
// where the browser returns to.
func (s *Service) BeginOutside(ctx context.Context, caller Caller, key, back string, link bool, from Origin) (OutsideStep, error) {
	p, ok := s.opts.Providers.Get(key)
	if !ok {
		return OutsideStep{}, errNoProvider
	}
	f := outsideFlow{Provider: key, Back: localPath(back), Nonce: newSecret(""), Verifier: newSecret(""), Returns: from.Returns}
	account := ""
	if link {
		linked, err := s.mayLink(ctx, caller, key)
		if err != nil {
			return OutsideStep{}, err
		}
		account, f.Session = linked.ID, caller.Session
	}
	// Each attempt is a row, and may ask the provider.
	if _, err := reserve(ctx, s.pool, s.clock(), count(s.limits.Outside, "outside address", addressKey(from.Address))); err != nil {
		return OutsideStep{}, err
	}
	browser := newSecret("")
	f.Browser = hashSecret(browser)
	data, err := json.Marshal(f)
	if err != nil {
		return OutsideStep{}, fmt.Errorf("begin a sign-in through %s: %w", key, err)
	}
	state, err := s.beginFlow(ctx, s.pool, flowOutside, account, string(data), outsideFlowLife)
	if err != nil {
		return OutsideStep{}, err
	}
	to, err := p.Begin(ctx, s.attempt(f, state))
	if err != nil {
		return OutsideStep{}, s.outsideFault(ctx, key, err)
	}
	return OutsideStep{Location: to, Cookie: s.cookie(CookieOutside, browser, true, outsideFlowLife)}, nil
}

func (s *Service) attempt(f outsideFlow, state string) provider.Attempt {
	return provider.Attempt{Callback: s.opts.Site.URL + "/v2/auth/callback/" + f.Provider, State: state, Nonce: f.Nonce, Verifier: f.Verifier}
}

// outsideFault is the fault for people; the log has the reason.
func (s *Service) outsideFault(ctx context.Context, key string, err error) error {
	s.log.InfoContext(ctx, "a sign-in through a provider failed", "provider", key, "error", err)
	if errors.Is(err, provider.ErrAway) {
		return errProviderAway
	}
	return errProviderRefused
}

// OutsideAnswer is the query of a provider's redirect.
type OutsideAnswer struct {
	State, Code, Error, Issuer string
	Browser                    string // the cookie
}

// FinishOutside redeems the answer of a provider: it begins a session, links the account that asked for it, or leads on to the
// form of a new person. Faults are part of the address to which the browser goes.
func (s *Service) FinishOutside(ctx context.Context, caller Caller, key string, answer OutsideAnswer, from Origin) (OutsideStep, error) {
	step := OutsideStep{Cookie: s.cookie(CookieOutside, "", true, 0)}
	taken, err := s.takeFlow(ctx, flowOutside, answer.State)
	if errors.Is(err, errNoFlow) {
		step.Location = signInAddress("/", "provider_over")
		return step, nil
	}
	if err != nil {
		return step, err
	}
	var f outsideFlow
	if err := json.Unmarshal([]byte(taken.data), &f); err != nil {
		return step, fmt.Errorf("finish a sign-in through %s: %w", key, err)
	}
	failed := func(code string) (OutsideStep, error) {
		if step.Location = signInAddress(f.Back, code); f.Session != "" {
			step.Location = "/settings/account?" + url.Values{"fault": {code}}.Encode()
		}
		return step, nil
	}
	p, ok := s.opts.Providers.Get(key)
	switch {
	case subtle.ConstantTimeCompare(hashSecret(answer.Browser), f.Browser) != 1, !ok, key != f.Provider:
		return failed("provider_over")
	case answer.Error == "access_denied":
		return failed("provider_denied")
	case answer.Error != "" || answer.Code == "":
		return failed("provider_refused")
	}
	person, err := p.Finish(ctx, s.attempt(f, answer.State), provider.Answer{Code: answer.Code, Issuer: answer.Issuer})
	if err != nil {
		return failed(codeOf(s.outsideFault(ctx, key, err)))
	}
	if f.Session != "" {
		if caller.Session != f.Session || caller.Account != taken.account {
			return failed("provider_over")
		}
		if err := s.link(ctx, caller, key, person); err != nil {
			if code := codeOf(err); code != "" {
				return failed(code)
			}
			return step, err
		}
		step.Location = "/settings/account?" + url.Values{"linked": {key}}.Encode()
		return step, nil
	}
	return s.enter(ctx, step, f, key, person, from)
}

// enter signs the owner of a linked account in, or begins the flow of a new person.
func (s *Service) enter(ctx context.Context, step OutsideStep, f outsideFlow, key string, person provider.Person, from Origin) (OutsideStep, error) {
	owner, err := s.linkedTo(ctx, key, person)
	if errors.Is(err, pgx.ErrNoRows) {
		data, err := json.Marshal(joinFlow{Provider: key, Person: person})
		if err != nil {
			return step, fmt.Errorf("begin a sign-up through %s: %w", key, err)
		}
		secret, err := s.beginFlow(ctx, s.pool, flowJoin, "", string(data), joinFlowLife)
		step.Location = "/auth/join?" + url.Values{"redirect": {f.Back}}.Encode() + "#flow=" + secret
		return step, err
	}
	if err != nil {
		return step, err
	}
	if owner.HasTOTP || owner.PasskeyStep {
		next, err := s.beginFlow(ctx, s.pool, flowLogin, owner.ID, "", stepFlowLife)
		second := url.Values{"flow": {next}}
		if owner.HasTOTP {
			second.Set("code", "1")
		}
		if owner.HasPasskey && s.passkeys != nil {
			second.Set("passkey", "1")
		}
		// The part after # is sent to no server and stands in no log.
		step.Location = signInAddress(f.Back, "") + "#" + second.Encode()
		return step, err
	}
	from.Returns = f.Returns
	n, err := s.startSession(ctx, s.pool, owner.ID, from, withProvider, withProvider)
	if code := codeOf(err); code != "" { // its sign-in is suspended, or it is leaving
		step.Location = signInAddress(f.Back, code) + "&" + url.Values{"provider": {key}}.Encode()
		return step, nil
	}
	step.Session, step.Location = &n, f.Back
	return step, err
}

// signInAddress is the page of signing in, with a fault to show.
func signInAddress(back, fault string) string {
	q := url.Values{}
	if back != "/" {
		q.Set("redirect", back)
	}
	if fault != "" {
		q.Set("fault", fault)
	}
	if len(q) == 0 {
		return "/auth/sign-in"
	}
	return "/auth/sign-in?" + q.Encode()
}

// codeOf is the code of a fault; "" for another error.
func codeOf(err error) string {
	var f httpkit.Faulty
	if errors.As(err, &f) {
		return f.FaultCode()
	}
	return ""
}

var (
	errNoProvider      = httpkit.Fault(httpkit.KindNotFound, httpkit.CodeNotFound, "没有这个登录方式")
	errProviderAway    = httpkit.Fault(httpkit.KindUnavailable, "provider_away", "对方网站没有回应，请稍后再试，或使用密码登录")
	errProviderRefused = httpkit.Fault(httpkit.KindInvalid, "provider_refused", "对方网站的回应无法确认你的身份，请重试")
)
