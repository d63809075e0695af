package packfile_test

import (
	"context"
	"errors"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/modyard/modyard/commands/commandstest"
	commands "github.com/modyard/modyard/commands/packfile"
	domain "github.com/modyard/modyard/domain/packfile"
	"github.com/modyard/modyard/platform/packfile"
)

// found are the files of packs.
type found []packfile.File

func (f found) Find(_ context.Context, digests []string) ([]packfile.File, error) {
	var out []packfile.File
	for _, one := range f {
		if slices.Contains(digests, one.SHA1) || slices.Contains(digests, one.SHA512) {
			out = append(out, one)
		}
	}
	return out, nil
}

func digest(letter string, n int) string { return strings.Repeat(letter, n) }

var (
	ferry  = packfile.File{SHA1: digest("a", 40), SHA512: digest("a", 128), Name: "ferry.jar"}
	jei    = packfile.File{SHA1: digest("b", 40), SHA512: digest("b", 128), Name: "jei.jar", Flame: 238222}
	jei2   = packfile.File{SHA1: digest("c", 40), SHA512: digest("c", 128), Name: "jei-2.jar", Flame: 238222}
	real   = packfile.File{SHA1: digest("d", 40), SHA512: digest("d", 128), Name: "real.jar"}
	forged = packfile.File{SHA1: digest("d", 40), SHA512: digest("e", 128), Name: "forged.jar"}
)

const path = "/_internal/moderation/project"

func newWorld(t *testing.T) *commandstest.World {
	t.Helper()
	w := commandstest.New(t, domain.EventTypes())
	service, err := commands.New(commands.Options{Handler: w.Handler(), Found: found{ferry, jei, jei2, real, forged}})
	if err != nil {
		t.Fatal(err)
	}
	w.Serve(service.Routes)
	return w
}

func one(key, judgement string) string { return `{"` + key + `":` + judgement + `}` }

func TestTheStaffJudgesFilesAndProjectsOfTheOtherPlatformOnce(t *testing.T) {
	w := newWorld(t)
	no := `{"type":"unknown","status":"no","proof":"许可证不允许","title":"渡轮","link":"https://ferry.example"}`
	both := `{"` + ferry.SHA1 + `":` + no + `,"` + jei.SHA512 + `":{"type":"flame","status":"yes","id":238222,"title":"JEI","link":""},"` +
		jei2.SHA1 + `":{"type":"flame","status":"yes","id":238222,"title":"JEI"}}`
	for who, status := range map[string]int{commandstest.Anonymous: 401, "someone1": 401} {
		if a := w.Ask(who, "POST", path, both); a.Status != status {
			t.Error(a)
		}
	}
	for range 2 { // the same judgements again are no events
		w.Want(204, commandstest.Moderator, "POST", path, both)
	}
	w.Want(204, commandstest.Moderator, "POST", path, one(ferry.SHA512, no))
	want := []any{domain.Judged{
		SHA512: ferry.SHA512, SHA1: ferry.SHA1, Name: "ferry.jar", Status: domain.No, Title: "渡轮", Link: "https://ferry.example", Proof: "许可证不允许",
	}}
	if got := w.Events("packfile-" + ferry.SHA512); !reflect.DeepEqual(got, want) {
		t.Errorf("%+v", got)
	}
	if got := w.Events("flamefile-238222"); !reflect.DeepEqual(got, []any{domain.FlameJudged{Flame: 238222, Status: domain.Yes, Title: "JEI"}}) {
		t.Errorf("%+v", got)
	}
	w.Want(204, commandstest.Moderator, "POST", path, one(ferry.SHA1, `{"type":"unknown","status":"yes","seen":1}`))
	if got := w.Events("packfile-" + ferry.SHA512); len(got) != 2 || got[1].(domain.Judged).From != domain.No {
		t.Errorf("%+v", got)
	}
	w.Want(409, commandstest.Moderator, "POST", path, one(ferry.SHA1, `{"type":"unknown","status":"no","seen":1}`))
	w.Want(204, commandstest.Moderator, "POST", path, one(ferry.SHA1, `{"type":"unknown","status":"yes","seen":1}`))
}

func TestARejectedJudgementNamesItsFieldAndNothingOfTheRequestIsKept(t *testing.T) {
	w := newWorld(t)
	good := `"` + jei.SHA512 + `":{"type":"unknown","status":"yes"}`
	for name, c := range map[string]struct{ body, field string }{
		"nothing":                  {`{}`, ""},
		"no object":                {`[]`, ""},
		"no digest":                {`{"zz":{"type":"unknown","status":"no"}}`, "hash"},
		"capitals":                 {one(strings.ToUpper(ferry.SHA1), `{"type":"unknown","status":"no"}`), "hash"},
		"a file of no pack":        {one(digest("f", 40), `{"type":"unknown","status":"no"}`), digest("f", 40)},
		"a forged SHA-1":           {one(real.SHA1, `{"type":"unknown","status":"no"}`), real.SHA1},
		"no type":                  {one(ferry.SHA1, `{"status":"no"}`), ferry.SHA1 + ".type"},
		"another type":             {one(ferry.SHA1, `{"type":"identified","status":"no"}`), ferry.SHA1 + ".type"},
		"no status":                {one(ferry.SHA1, `{"type":"unknown"}`), ferry.SHA1 + ".status"},
		"another status":           {one(ferry.SHA1, `{"type":"unknown","status":"maybe"}`), ferry.SHA1 + ".status"},
		"a long proof":             {one(ferry.SHA1, `{"type":"unknown","status":"no","proof":"`+strings.Repeat("长", 2001)+`"}`), ferry.SHA1 + ".proof"},
		"a title of control":       {one(ferry.SHA1, `{"type":"unknown","status":"no","title":"a\u0007"}`), ferry.SHA1 + ".title"},
		"a script":                 {one(ferry.SHA1, `{"type":"unknown","status":"no","link":"javascript:alert(1)"}`), ferry.SHA1 + ".link"},
		"a number with a file":     {one(ferry.SHA1, `{"type":"unknown","status":"no","id":3}`), ferry.SHA1 + ".id"},
		"another platform's other": {one(jei.SHA1, `{"type":"flame","status":"no","id":3}`), jei.SHA1 + ".id"},
		"no project at all":        {one(ferry.SHA1, `{"type":"flame","status":"no","id":238222}`), ferry.SHA1 + ".id"},
		"a proof of a project":     {one(jei.SHA1, `{"type":"flame","status":"no","id":238222,"proof":"a"}`), jei.SHA1 + ".id"},
		"a file twice":             {`{"` + ferry.SHA1 + `":{"type":"unknown","status":"no"},"` + ferry.SHA512 + `":{"type":"unknown","status":"no"}}`, ferry.SHA512},
		"a project with two": {`{"` + jei.SHA1 + `":{"type":"flame","status":"no","id":238222},"` + jei2.SHA1 + `":{"type":"flame","status":"yes","id":238222}}`,
			jei2.SHA1},
		"one good and one bad": {`{` + good + `,"` + ferry.SHA1 + `":{"type":"unknown","status":"maybe"}}`, ferry.SHA1 + ".status"},
	} {
		a := w.Ask(commandstest.Moderator, "POST", path, c.body)
		if a.Status != 400 {
			t.Errorf("%s: %s", name, a)
			continue
		}
		if field, _ := a.JSON(t)["field"].(string); field != c.field {
			t.Errorf("%s: the field is %q, want %q: %s", name, field, c.field, a)
		}
	}
	var many []string
	for n := range 501 {
		many = append(many, `"`+digest("0", 37)+string(rune('a'+n%6))+string(rune('a'+n/6%6))+string(rune('a'+n/36%6))+digest("0", n/216)+`":{"type":"unknown","status":"no"}`)
	}
	if a := w.Ask(commandstest.Moderator, "POST", path, `{`+strings.Join(many, ",")+`}`); a.Status != 400 {
		t.Errorf("501 files: %d", a.Status)
	}
	if a := w.Ask(commandstest.Moderator, "POST", path, `{"a":"`+strings.Repeat("a", 1<<20)+`"}`); a.Status != 413 {
		t.Errorf("a large body: %d", a.Status)
	}
	if head := w.Head(); head != 0 {
		t.Errorf("%d events", head)
	}
}

func TestOfTwoModeratorsAtOnceTheOtherIsToldWhatItHasNotSeen(t *testing.T) {
	w := newWorld(t)
	answers := make(chan int, 8)
	for n := range cap(answers) {
		status := []string{"yes", "no"}[n%2]
		go func() {
			answers <- w.Ask(commandstest.Moderator, "POST", path, one(ferry.SHA512, `{"type":"unknown","status":"`+status+`","seen":0}`)).Status
		}()
	}
	count := map[int]int{}
	for range cap(answers) {
		count[<-answers]++
	}
	if count[204] != 4 || count[409] != 4 { // those who say the same agree
		t.Errorf("%v", count)
	}
	if events := w.Events("packfile-" + ferry.SHA512); len(events) != 1 {
		t.Errorf("%+v", events)
	}
}

func TestARepeatedRequestIsHandledOnce(t *testing.T) {
	w := newWorld(t)
	body := one(ferry.SHA512, `{"type":"unknown","status":"no"}`)
	for range 2 {
		w.Want(204, commandstest.Moderator, "POST", path, body, "Idempotency-Key", "judge-1")
	}
	w.Want(204, commandstest.Moderator, "POST", path, one(ferry.SHA512, `{"type":"unknown","status":"yes"}`))
	w.Want(204, commandstest.Moderator, "POST", path, body, "Idempotency-Key", "judge-1")
	if events := w.Events("packfile-" + ferry.SHA512); len(events) != 2 {
		t.Errorf("%+v", events)
	}
}

func TestTheServiceNeedsItsDependencies(t *testing.T) {
	if _, err := commands.New(commands.Options{}); err == nil || errors.Is(err, context.Canceled) {
		t.Error(err)
	}
}
