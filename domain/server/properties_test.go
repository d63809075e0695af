package server_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/modyard/modyard/domain/erasable"
	"github.com/modyard/modyard/domain/server"
)

func properties(values ...string) server.SetProperties {
	c := server.SetProperties{By: asOwner, Set: map[string]string{}}
	for i := 0; i < len(values); i += 2 {
		c.Set[values[i]] = values[i+1]
	}
	return c
}

func many(from, to int) server.SetProperties {
	c := properties()
	for i := from; i < to; i++ {
		c.Set[fmt.Sprintf("key-%d", i)] = "x"
	}
	return c
}

func decided(key string, size int) server.PropertiesSet {
	return server.PropertiesSet{Server: id, Values: []server.Property{{Key: key, Value: erasable.Of(owner, strings.Repeat("x", size))}}}
}

func TestTheResultOfDecidingSettings(t *testing.T) {
	old, now := uint64(1), uint64(2)
	full := []any{made}
	for i := 0; i < server.MaxProperties; i += server.MaxPropertiesSet {
		e := server.PropertiesSet{Server: id}
		for key := range many(i, i+server.MaxPropertiesSet).Set {
			e.Values = append(e.Values, server.Property{Key: key, Value: erasable.Of(owner, "x")})
		}
		full = append(full, e)
	}
	heavy := []any{made}
	for i := range 64 {
		heavy = append(heavy, decided(fmt.Sprintf("heavy-%d", i), 1024))
	}
	expecting := func(c server.SetProperties, at *uint64) server.SetProperties { c.Expected = at; return c }
	for name, c := range map[string]struct {
		given []any
		when  server.Command
		then  any
	}{
		"a setting":                          {[]any{made}, properties("difficulty", "hard"), server.PropertiesSet{}},
		"an empty value":                     {[]any{made}, properties("level-seed", ""), server.PropertiesSet{}},
		"markup and colours are text":        {[]any{made}, properties("motd", "§b<script>alert(1)</script>\n第二行"), server.PropertiesSet{}},
		"nothing":                            {[]any{made}, properties(), "没有要更改的属性"},
		"a hundred":                          {[]any{made}, many(0, 100), server.PropertiesSet{}},
		"a hundred and one":                  {[]any{made}, many(0, 101), "最多更改 100 项"},
		"four hundred in all":                {full, properties("key-7", "y"), server.PropertiesSet{}},
		"one more":                           {full, properties("another", "y"), "最多 400 项"},
		"64 KiB in all":                      {heavy, properties("heavy-1", strings.Repeat("y", 1024)), server.PropertiesSet{}},
		"a byte more":                        {heavy, properties("another", "y"), "64 KiB"},
		"a key with a line":                  {[]any{made}, properties("a\nrcon.password", "x"), "属性名须为"},
		"a key with a separator":             {[]any{made}, properties("a=b", "x"), "属性名须为"},
		"a key of capitals":                  {[]any{made}, properties("Motd", "x"), "属性名须为"},
		"no key":                             {[]any{made}, properties("", "x"), "属性名须为"},
		"a long key":                         {[]any{made}, properties(strings.Repeat("k", 65), "x"), "属性名须为"},
		"a line break injects no key":        {[]any{made}, properties("level-name", "x\nrcon.password=y"), "不能包含换行"},
		"nor does a carriage return":         {[]any{made}, properties("motd", "x\rrcon.password=y"), "不能包含换行"},
		"nor a separator of lines":           {[]any{made}, properties("level-name", "x\u2028y"), "不能包含换行"},
		"NUL":                                {[]any{made}, properties("level-name", "\x00"), "不能包含换行"},
		"half of a surrogate pair":           {[]any{made}, properties("level-name", "a\uFFFDb"), "无法识别"},
		"bytes that are no text":             {[]any{made}, properties("level-name", "\xff"), "无法识别"},
		"1024 bytes":                         {[]any{made}, properties("level-name", strings.Repeat("x", 1024)), server.PropertiesSet{}},
		"1025 bytes":                         {[]any{made}, properties("level-name", strings.Repeat("x", 1025)), "1024 字节"},
		"a motd of 513 bytes":                {[]any{made}, properties("motd", strings.Repeat("x", 513)), "512 字节"},
		"a motd of three lines":              {[]any{made}, properties("motd", "a\nb\nc"), "最多两行"},
		"the own port":                       {[]any{made}, properties("server-port", "25565", "query.port", "25565"), server.PropertiesSet{}},
		"another server's port":              {[]any{made}, properties("query.port", "25566"), "自己的端口"},
		"port 0":                             {[]any{made}, properties("rcon.port", "0"), "自己的端口"},
		"port 22":                            {[]any{made}, properties("server-port", "22"), "自己的端口"},
		"port 65536":                         {[]any{made}, properties("server-port", "65536"), "自己的端口"},
		"a port that is no number":           {[]any{made}, properties("server-port", "+25565"), "自己的端口"},
		"what was not decided since":         {[]any{made, decided("motd", 1)}, expecting(properties("motd", "x"), &now), server.PropertiesSet{}},
		"what was decided since":             {[]any{made, decided("motd", 1)}, expecting(properties("motd", "x"), &old), "已在别处更改"},
		"another that was decided since":     {[]any{made, decided("motd", 1)}, expecting(properties("difficulty", "x"), &old), server.PropertiesSet{}},
		"overwriting without an expectation": {[]any{made, decided("motd", 1)}, properties("motd", "x"), server.PropertiesSet{}},
	} {
		t.Run(name, func(t *testing.T) {
			events, err := server.Decide(given(c.given...), c.when)
			expect(t, events, err, c.then)
		})
	}
}

func TestValuesAreSealedAndTheStateHasNone(t *testing.T) {
	events, err := server.Decide(given(made), properties("rcon.password", "geheim", "motd", "hi"))
	if err != nil {
		t.Fatal(err)
	}
	e := events[0].Payload.(server.PropertiesSet)
	if e.Values[0].Key != "motd" || e.Values[1].Value.Subject != owner {
		t.Errorf("%+v", e)
	}
	if s := given(made, e); s.Properties["rcon.password"] != (server.Setting{Generation: 2, Bytes: 6}) || strings.Contains(fmt.Sprintf("%+v", s), "geheim") {
		t.Errorf("%+v", s)
	}
	if !server.Secret("rcon.password") || !server.Secret("management-server-secret") || server.Secret("motd") {
		t.Error("secret settings are those with password or secret in their names")
	}
}
