package revenue

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"io"
	"strings"
	"unicode/utf8"

	"github.com/modyard/modyard/domain/fault"
)

// Rule says how the income of a day is shared: the creators' part, and how much each kind of hit weighs. It judges hits
// that count, that are not by bots and whose project was monetized at their time.
type Rule struct {
	Name     string  `json:"name"`
	Version  int     `json:"version"`
	Creators uint64  `json:"creators"` // basis points of the income
	Weights  Weights `json:"weights"`
	// Where is a condition over one hit, in CEL; empty: every hit that is judged weighs. The commands refuse one that cannot be read.
	Where string `json:"where,omitempty"`
}

// Weights are what the kinds of hits weigh.
type Weights struct {
	View      uint64 `json:"view"`
	Download  uint64 `json:"download"`            // by somebody who is signed in
	Anonymous uint64 `json:"anonymous,omitempty"` // a download by anybody else
}

const (
	wholeInPoints = 10_000 // basis points
	maxWeight     = 1000
	maxRuleFile   = 4096 // bytes
	ruleField     = "rule"
)

// DefaultRule is the file of the rule that is in force until another one is.
const DefaultRule = `{"name": "net-75", "version": 1, "creators": 7500, "weights": {"view": 1, "download": 1}}`

// ParseRule reads the file of a rule. An unknown member is an error, as is a rule that matches nothing.
func ParseRule(file string) (Rule, error) {
	var r Rule
	if len(file) > maxRuleFile {
		return r, fault.Invalid(ruleField, "规则文件过大。")
	}
	if !utf8.ValidString(file) { // the log could not give the same file back
		return r, fault.Invalid(ruleField, "规则文件不是有效的 UTF-8 文本。")
	}
	d := json.NewDecoder(strings.NewReader(file))
	d.DisallowUnknownFields()
	if err := d.Decode(&r); err != nil {
		return r, fault.Invalid(ruleField, "规则文件不是有效的 JSON，或者含有未知的成员、类型不符的值。")
	}
	if _, err := d.Token(); !errors.Is(err, io.EOF) {
		return r, fault.Invalid(ruleField, "规则文件之后不能有其他内容。")
	}
	return r, r.check()
}

func (r Rule) check() error {
	switch {
	case !slugLike(r.Name):
		return fault.Invalid(ruleField, "规则名称须由小写字母、数字和连字符组成，最多 32 个字符。")
	case r.Version < 1 || r.Version > 9999:
		return fault.Invalid(ruleField, "规则版本须在 1 到 9999 之间。")
	case r.Creators > wholeInPoints:
		return fault.Invalid(ruleField, "创作者的部分不能超过 10000 个基点。")
	case r.Weights.View > maxWeight || r.Weights.Download > maxWeight || r.Weights.Anonymous > maxWeight:
		return fault.Invalid(ruleField, "权重不能超过 1000。")
	case r.Weights == Weights{}:
		return fault.Invalid(ruleField, "规则不计算任何访问：至少一个权重须大于零。")
	}
	return nil
}

func slugLike(s string) bool {
	if s == "" || len(s) > 32 {
		return false
	}
	for _, c := range s {
		if (c < 'a' || c > 'z') && (c < '0' || c > '9') && c != '-' {
			return false
		}
	}
	return true
}

// Hash identifies a file: the SHA-256 of its bytes in hexadecimal.
func Hash(file []byte) string {
	sum := sha256.Sum256(file)
	return hex.EncodeToString(sum[:])
}

// Hits are the hits of a project on a day that a rule judges.
type Hits struct {
	Views     uint64 `json:"views"`
	Downloads uint64 `json:"downloads"` // by somebody who is signed in
	Anonymous uint64 `json:"anonymous"`
}

// units is what hits weigh together.
func (r Rule) units(h Hits) uint64 {
	return h.Views*r.Weights.View + h.Downloads*r.Weights.Download + h.Anonymous*r.Weights.Anonymous
}
