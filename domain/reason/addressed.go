package reason

import "github.com/modyard/modyard/domain/erasable"

// Addressed is a reason that speaks to one account about itself or what it wrote. The code stays readable for ever;
// the text goes when the account has its texts erased.
type Addressed struct {
	Code Code           `json:"code"`
	Text *erasable.Text `json:"text,omitempty"`
}

// To addresses a reason to an account; without a reason nothing is addressed.
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
