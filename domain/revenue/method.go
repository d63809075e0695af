package revenue

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/modyard/modyard/domain/fault"
	"github.com/modyard/modyard/domain/text"
)

// The kinds of providers. People pay what goes to Manual.
const (
	Manual  = "manual"
	HTTP    = "http"
	Sandbox = "sandbox"
)

// Method is a way to be paid, as the site's file of methods describes it.
type Method struct {
	ID       string `json:"id"`
	Type     string `json:"type"` // bank, alipay, paypal…; for programs
	Name     string `json:"name"`
	Provider string `json:"provider"`
	URL      string `json:"url,omitempty"`      // of the provider's API
	KeyFile  string `json:"key_file,omitempty"` // file with the key for the provider
	// WebhookKeyFile has the key with which the provider signs what it tells of its own accord; empty: it is not believed.
	WebhookKeyFile string `json:"webhook_key_file,omitempty"`
	// SettleSeconds is how long the provider may not show yet what it was sent; 0: 15 minutes.
	SettleSeconds int      `json:"settle_seconds,omitempty"`
	Countries     []string `json:"countries,omitempty"` // ISO 3166, two letters; empty: everywhere
	Currency      string   `json:"currency,omitempty"`  // that is paid; empty: the site's
	Fields        []Field  `json:"fields"`              // of a destination
	Least         decimal  `json:"min,omitempty"`
	Most          decimal  `json:"max,omitempty"`
	Values        decimals `json:"values,omitempty"` // the only amounts; empty: all from min to max
	Fee           Fee      `json:"fee"`
}

// Field is a member of a destination.
type Field struct {
	Name    string `json:"name"`
	Label   string `json:"label"`
	Pattern string `json:"pattern,omitempty"` // RE2, of the whole value
	Hint    string `json:"hint,omitempty"`
	Shown   bool   `json:"shown,omitempty"` // its end is shown as the destination's mark
}

// Fee is what a withdrawal costs: a fraction of the amount, at least Least and at most Most.
type Fee struct {
	Fraction fraction `json:"percentage"`
	Least    decimal  `json:"min,omitempty"`
	Most     decimal  `json:"max,omitempty"` // 0: no maximum
}

// decimal is an amount in a file, decimals several; fraction is a number from 0 to 1 in millionths.
type (
	decimal  Amount
	decimals []decimal
	fraction uint64
)

// UnmarshalJSON reads an amount from the text of the number.
func (d *decimal) UnmarshalJSON(data []byte) error {
	a, err := ParseAmount("methods", string(data))
	*d = decimal(a)
	return err
}

// UnmarshalJSON reads a fraction from the text of the number.
func (f *fraction) UnmarshalJSON(data []byte) error {
	whole, rest, _ := strings.Cut(string(data), ".")
	if whole != "0" && (whole != "1" || strings.Trim(rest, "0") != "") || len(rest) > 6 || strings.Trim(rest, "0123456789") != "" {
		return fmt.Errorf("%q is not a fraction from 0 to 1 with at most six decimals", data)
	}
	n, err := strconv.ParseUint(whole+(rest + "000000")[:6], 10, 64)
	*f = fraction(n)
	return err
}

// MarshalJSON writes an amount with two decimals.
func (d decimal) MarshalJSON() ([]byte, error) { return []byte(Amount(d).String()), nil }

// MarshalJSON writes a fraction with six decimals.
func (f fraction) MarshalJSON() ([]byte, error) { return []byte(f.String()), nil }

// String is the fraction with six decimals, as 0.020000.
func (f fraction) String() string { return fmt.Sprintf("%d.%06d", f/million, f%million) }

const million = 1_000_000

// Min is the least amount of a withdrawal, with its fee.
func (m Method) Min() Amount { return Amount(m.Least) }

// Max is the largest amount of a withdrawal, with its fee.
func (m Method) Max() Amount { return Amount(m.Most) }

// Fixed are the only amounts; empty: all from Min to Max.
func (m Method) Fixed() []Amount {
	list := make([]Amount, len(m.Values))
	for i, v := range m.Values {
		list[i] = Amount(v)
	}
	return list
}

// Millionths is the fraction of the fee in millionths.
func (f Fee) Millionths() uint64 { return uint64(f.Fraction) }

// Min is the least fee.
func (f Fee) Min() Amount { return Amount(f.Least) }

// Max is the largest fee; 0: there is none.
func (f Fee) Max() Amount { return Amount(f.Most) }

// Of is the fee of an amount that includes it: half a cent is rounded up, then the bounds hold.
func (f Fee) Of(amount Amount) Amount {
	exact, _ := amount.part(uint64(f.Fraction), million)
	fee := (exact + Cent/2).Floor()
	fee = max(fee, Amount(f.Least))
	if f.Most > 0 {
		fee = min(fee, Amount(f.Most))
	}
	return fee
}

// Methods is the file of methods.
type Methods struct {
	List []Method
	Hash string // of the file
}

const (
	maxMethodsFile = 256 << 10
	maxMethods     = 100
	maxFields      = 8
	maxFieldValue  = 200 // characters
	maxSettle      = 24 * 60 * 60
)

// ParseMethods reads a file of methods: a JSON list. Unknown members are errors.
func ParseMethods(file []byte) (Methods, error) {
	m := Methods{Hash: Hash(file)}
	if len(file) > maxMethodsFile {
		return m, errors.New("the file of payout methods is too large")
	}
	d := json.NewDecoder(bytes.NewReader(file))
	d.DisallowUnknownFields()
	if err := d.Decode(&m.List); err != nil {
		return m, fmt.Errorf("read the payout methods: %w", err)
	}
	if _, err := d.Token(); !errors.Is(err, io.EOF) {
		return m, errors.New("read the payout methods: the file has more than one document")
	}
	if len(m.List) > maxMethods {
		return m, fmt.Errorf("the file of payout methods has more than %d methods", maxMethods)
	}
	seen := map[string]bool{}
	for i := range m.List {
		if err := m.List[i].check(); err != nil {
			return m, fmt.Errorf("payout method %q: %w", m.List[i].ID, err)
		}
		if seen[m.List[i].ID] {
			return m, fmt.Errorf("payout method %q: it is there twice", m.List[i].ID)
		}
		seen[m.List[i].ID] = true
	}
	return m, nil
}

func (m *Method) check() error {
	switch {
	case !slugLike(m.ID):
		return errors.New("its id needs lower case letters, digits and hyphens, at most 32")
	case m.Name == "" || m.Type == "":
		return errors.New("it needs a name and a type")
	case m.Provider != Manual && m.Provider != HTTP && m.Provider != Sandbox:
		return errors.New("its provider must be manual, http or sandbox")
	case m.Provider == HTTP && m.URL == "":
		return errors.New("a provider over HTTP needs a url")
	case m.SettleSeconds < 0 || m.SettleSeconds > maxSettle:
		return errors.New("its settle_seconds are not between 0 and a day")
	case m.Currency != "" && !Currency(m.Currency):
		return errors.New("its currency is not a code of three letters")
	case m.Least <= 0 || m.Most < m.Least:
		return errors.New("it needs min above zero and max not below min")
	case m.Fee.Fraction > million, m.Fee.Most > 0 && m.Fee.Most < m.Fee.Least:
		return errors.New("its fee has a fraction above 1, or a maximum below the minimum")
	case len(m.Fields) == 0 || len(m.Fields) > maxFields:
		return fmt.Errorf("it needs between 1 and %d fields", maxFields)
	}
	for i, v := range m.Values {
		if v < m.Least || v > m.Most || slices.Contains(m.Values[:i], v) {
			return errors.New("one of its values is below min, above max, or there twice")
		}
	}
	for _, c := range m.Countries {
		if len(c) != 2 || strings.Trim(c, "ABCDEFGHIJKLMNOPQRSTUVWXYZ") != "" {
			return fmt.Errorf("country %q is not a code of two capital letters", c)
		}
	}
	seen, shown := map[string]bool{}, 0
	for _, f := range m.Fields {
		if !slugLike(f.Name) || f.Label == "" || seen[f.Name] {
			return fmt.Errorf("field %q needs a name of lower case letters, its own, and a label", f.Name)
		}
		if err := f.check(); err != nil {
			return fmt.Errorf("the pattern of field %q: %w", f.Name, err)
		}
		if seen[f.Name] = true; f.Shown {
			shown++
		}
	}
	if shown > 1 {
		return errors.New("more than one of its fields is shown")
	}
	return nil
}

// check compiles the pattern alone, too: a parenthesis too many would otherwise end what holds for the whole value.
func (f Field) check() error {
	if _, err := regexp.Compile(f.Pattern); err != nil {
		return err
	}
	_, err := regexp.Compile(f.whole())
	return err
}

func (f Field) whole() string {
	if f.Pattern == "" {
		return `^.+$`
	}
	return `^(?:` + f.Pattern + `)$`
}

// Find finds a method.
func (m Methods) Find(id string) (Method, bool) {
	i := slices.IndexFunc(m.List, func(x Method) bool { return x.ID == id })
	if i < 0 {
		return Method{}, false
	}
	return m.List[i], true
}

// In is true if people of a country can use the method; an empty country is everybody.
func (m Method) In(country string) bool {
	return country == "" || len(m.Countries) == 0 || slices.Contains(m.Countries, strings.ToUpper(country))
}

// CheckDetails returns the members of a destination as they are stored, without spaces around them, and the mark by which
// its owner knows it. Missing, unknown and unfit members are errors that name them.
func (m Method) CheckDetails(details map[string]string) (kept map[string]string, mark string, err error) {
	for _, name := range sortedKeys(details) {
		if slices.ContainsFunc(m.Fields, func(f Field) bool { return f.Name == name }) {
			continue
		}
		if !slugLike(name) {
			return nil, "", fault.Invalid("details", "此收款方式没有这一项。")
		}
		return nil, "", fault.Invalid("details."+name, "此收款方式没有这一项。")
	}
	kept, mark = make(map[string]string, len(m.Fields)), masked("")
	for _, f := range m.Fields {
		value, err := text.Line("details."+f.Name, f.Label, details[f.Name], 1, maxFieldValue)
		if err != nil {
			return nil, "", err
		}
		if fits, err := regexp.MatchString(f.whole(), value); err != nil || !fits {
			return nil, "", fault.Invalid("details."+f.Name, f.Label+"的格式不正确。")
		}
		kept[f.Name] = value
		if f.Shown {
			mark = masked(value)
		}
	}
	return kept, mark, nil
}

// masked is the end of a value, behind dots: at most four characters, and never more than a third of it.
func masked(value string) string {
	runes := []rune(value)
	n := min(4, len(runes)/3)
	return "····" + string(runes[len(runes)-n:])
}

// Fits returns an error for an amount that the method does not pay, as field.
func (m Method) Fits(field string, amount Amount) error {
	switch {
	case !amount.WholeCents():
		return rejection(CodeAmount, field, "金额最多两位小数。")
	case len(m.Values) > 0 && !slices.Contains(m.Fixed(), amount):
		return rejection(CodeAmount, field, "此收款方式只支持固定的金额。")
	case amount < m.Min():
		return rejection(CodeBelow, field, "最低提现金额为 "+m.Min().String()+"。")
	case amount > m.Max():
		return rejection(CodeAbove, field, "最高提现金额为 "+m.Max().String()+"。")
	case amount <= m.Fee.Of(amount):
		return rejection(CodeBelow, field, "扣除手续费后没有可到账的金额。")
	}
	return nil
}
