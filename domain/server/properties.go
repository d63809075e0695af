package server

import (
	"maps"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/modyard/modyard/domain/actor"
	"github.com/modyard/modyard/domain/erasable"
	"github.com/modyard/modyard/domain/fault"
	"github.com/modyard/modyard/domain/role"
)

// Limits of the settings of server.properties.
const (
	MaxPropertiesSet   = 100 // of one decision
	MaxProperties      = 400
	MaxPropertyBytes   = 1024
	MaxPropertyKey     = 64
	MaxMotdBytes       = 512
	MaxPropertiesBytes = 64 << 10 // of all values: the node gets them in one frame
)

// MotdKey is the setting that may have two lines.
const MotdKey = "motd"

// PropertiesSet decides settings of server.properties. The node writes them before the next start.
//
// History: {actor} changes the settings {values.key} of the server {server}.
type PropertiesSet struct {
	Server string     `json:"server"`
	Values []Property `json:"values"` // in the order of their keys
}

// Property is a setting and its value. A history shows the key alone.
type Property struct {
	Key   string        `json:"key"`
	Value erasable.Text `json:"value"`
}

// Setting is what the rules know of a decided setting: not its value.
type Setting struct {
	Generation uint64
	Bytes      int
}

// Secret is true for settings whose values only those may read who read files.
func Secret(key string) bool {
	return strings.Contains(key, "password") || strings.Contains(key, "secret")
}

// SetProperties decides settings.
type SetProperties struct {
	By  actor.Actor
	Set map[string]string
	// Expected is the generation that the actor has seen; nil: it overwrites whatever was decided since.
	Expected *uint64
}

// ErrChanged is the code of the error for a setting that was decided after the generation that the actor has seen.
const ErrChanged = "conflict"

func (c SetProperties) decide(s State) ([]any, role.Role, error) {
	as, err := s.of(c.By, Advanced)
	switch {
	case err != nil:
		return nil, "", err
	case len(c.Set) == 0:
		return nil, "", fault.Invalid("set", "没有要更改的属性。")
	case len(c.Set) > MaxPropertiesSet:
		return nil, "", fault.Invalid("set", "一次最多更改 100 项属性。")
	}
	e := PropertiesSet{Server: s.ID}
	keys := slices.Sorted(maps.Keys(c.Set))
	count, bytes := len(s.Properties), s.propertyBytes()
	for _, key := range keys {
		value := c.Set[key]
		if err := s.checkProperty(key, value); err != nil {
			return nil, "", err
		}
		before, known := s.Properties[key]
		if !known {
			count++
		}
		bytes += len(value) - before.Bytes
		e.Values = append(e.Values, Property{Key: key, Value: erasable.Of(s.Owner, value)})
	}
	switch {
	case count > MaxProperties:
		return nil, "", fault.Invalid("set", "一台服务器最多 400 项属性。")
	case bytes > MaxPropertiesBytes:
		return nil, "", fault.Invalid("set", "全部属性的值合计不能超过 64 KiB。")
	}
	for _, key := range keys {
		if c.Expected != nil && s.Properties[key].Generation > *c.Expected {
			return nil, "", &fault.Error{Kind: fault.KindConflict, Code: ErrChanged, Field: "set." + key, Text: "属性 " + key + " 已在别处更改，请核对后再保存。"}
		}
	}
	return []any{e}, as, nil
}

func (s State) propertyBytes() (sum int) {
	for _, p := range s.Properties {
		sum += p.Bytes
	}
	return sum
}

// Later are the keys of a change that were decided after a generation.
func (s State) Later(keys []string, generation uint64) (later []string) {
	for _, key := range keys {
		if s.Properties[key].Generation > generation {
			later = append(later, key)
		}
	}
	return later
}

func (s State) checkProperty(key, value string) error {
	if !propertyKey(key) {
		return fault.Invalid("set", "属性名须为 1 至 64 个小写字母、数字、点、横线或下划线。")
	}
	field := "set." + key
	lines := 1
	for _, r := range value {
		switch {
		case r == '\n' && key == MotdKey:
			lines++
		case unicode.IsControl(r) || r == '\u2028' || r == '\u2029':
			return fault.Invalid(field, "属性 "+key+" 不能包含换行或控制字符。")
		case r == utf8.RuneError: // also what the decoder of a request puts for half of a surrogate pair
			return fault.Invalid(field, "属性 "+key+" 包含无法识别的字符。")
		}
	}
	switch {
	case len(value) > MaxPropertyBytes:
		return fault.Invalid(field, "属性 "+key+" 不能超过 1024 字节。")
	case key == MotdKey && len(value) > MaxMotdBytes:
		return fault.Invalid(field, "欢迎语不能超过 512 字节。")
	case key == MotdKey && lines > 2:
		return fault.Invalid(field, "欢迎语最多两行。")
	case key == "server-port" || key == "query.port" || key == "rcon.port":
		if port, err := strconv.Atoi(value); err != nil || !s.ownsPort(port) || strconv.Itoa(port) != value {
			return fault.Invalid(field, "属性 "+key+" 只能使用此服务器自己的端口。")
		}
	}
	return nil
}

func propertyKey(key string) bool {
	for _, r := range []byte(key) {
		if !(r >= 'a' && r <= 'z' || r >= '0' && r <= '9' || r == '.' || r == '_' || r == '-') {
			return false
		}
	}
	return key != "" && len(key) <= MaxPropertyKey
}

// ownsPort is true for the ports of the server.
func (s State) ownsPort(port int) bool { return port == s.Port || slices.Contains(s.Ports, port) }

func (s State) propertiesSet(e PropertiesSet) State {
	own := make(map[string]Setting, len(s.Properties)+len(e.Values))
	maps.Copy(own, s.Properties)
	for _, p := range e.Values {
		own[p.Key] = Setting{Generation: s.Generation, Bytes: len(p.Value.Text)}
	}
	s.Properties = own
	return s
}
