package reason

import "github.com/modyard/modyard/domain/erasable"

// Addressed is a reason addressed to one account about itself or its content. The code always stays readable; the text
// is erased with the account's texts.
type Addressed struct {
	Code Code           `json:"code"`
	Text *erasable.Text `json:"text,omitempty"`
}

// To addresses a reason to an account; it returns nil for nil.
func (r *Reason) To(account string) *Addressed {
	if r == nil {
		return nil
	}
	addressed := &Addressed{Code: r.Code}
	if r.Text != "" {
		text := erasable.Of(account, r.Text)
		addressed.Text = &text
	}
	return addressed
}

// Words are the code and the text; empty without a reason.
func (r *Addressed) Words() (code Code, text string) {
	if r == nil {
		return "", ""
	}
	if r.Text != nil {
		text = r.Text.String()
	}
	return r.Code, text
}

// Holds is true for the reason of a text that is hidden until the staff has looked at it; false for none.
func (r *Addressed) Holds() bool { return r != nil && r.Code == Held }
