package download

import (
	"errors"
	"fmt"
	"strings"

	"github.com/google/cel-go/cel"
	"github.com/google/cel-go/common/env"
	"github.com/google/cel-go/common/types"
	"github.com/google/cel-go/interpreter"

	"github.com/modyard/modyard/domain/download"
)

// Where is a condition over one hit, in CEL. It knows what a hit says of itself and of its circumstances, never who made it. It is safe
// for concurrent use.
type Where struct{ program cel.Program }

const (
	maxWhere      = 1000 // code points
	maxWhereDepth = 32
	maxWhereCost  = 10_000 // of one hit, in units of CEL: a comparison of short texts is one or two
)

// whereNames are the variables of a condition.
func whereNames() []cel.EnvOption {
	return []cel.EnvOption{
		cel.Variable("kind", cel.StringType),     // "view" or "download"
		cel.Variable("signed_in", cel.BoolType),  // whether somebody signed in made it
		cel.Variable("client", cel.StringType),   // "site", "launcher", "program" or "unknown"
		cel.Variable("family", cel.StringType),   // of the launcher or program: "prism"
		cel.Variable("loader", cel.StringType),   // "fabric"
		cel.Variable("game", cel.StringType),     // version of the game: "1.20.1"
		cel.Variable("country", cel.StringType),  // two letters
		cel.Variable("referrer", cel.StringType), // host of the page that led to it
		cel.Variable("hour", cel.IntType),        // of the day, UTC
		cel.Variable("project", cel.StringType),  // id
		cel.Variable("version", cel.StringType),  // id; "" for a view
		cel.Variable("reason", cel.StringType),   // of a download: "standalone", "dependency", "modpack" or "update"
		cel.Variable("announced", cel.BoolType),  // whether a program told of the download, instead of fetching the file here
	}
}

// whereFunctions are comparisons and tests of texts. Nothing repeats, and nothing can fail for one hit and not for another: there is no
// arithmetic, no index, and no conversion.
func whereFunctions() *env.LibrarySubset {
	subset := env.NewLibrarySubset().SetDisableMacros(true)
	for _, name := range []string{
		"_&&_", "_||_", "!_", "_==_", "_!=_", "_<_", "_<=_", "_>_", "_>=_", "_?_:_", "@in", "startsWith", "endsWith", "contains",
	} {
		subset.AddIncludedFunctions(env.NewFunction(name))
	}
	return subset
}

// ParseWhere reads a condition. The error says where in the text it is wrong.
func ParseWhere(text string) (*Where, error) {
	if len([]rune(text)) > maxWhere {
		return nil, fmt.Errorf("longer than %d characters", maxWhere)
	}
	known, err := cel.NewCustomEnv(append(whereNames(),
		cel.StdLib(cel.StdLibSubset(whereFunctions())), cel.ParserRecursionLimit(maxWhereDepth), cel.ParserExpressionSizeLimit(maxWhere*4),
	)...)
	if err != nil {
		return nil, fmt.Errorf("make the language of conditions: %w", err)
	}
	ast, issues := known.Compile(text)
	if issues.Err() != nil {
		e := issues.Errors()[0]
		return nil, fmt.Errorf("%d:%d: %s", e.Location.Line(), e.Location.Column()+1, strings.TrimSpace(e.Message))
	}
	if !ast.OutputType().IsExactType(cel.BoolType) {
		return nil, fmt.Errorf("1:1: gives %s, not a truth value", ast.OutputType())
	}
	program, err := known.Program(ast, cel.CostLimit(maxWhereCost), cel.EvalOptions(cel.OptOptimize))
	if err != nil {
		return nil, fmt.Errorf("1:1: %w", err)
	}
	w := &Where{program}
	// What fails for one hit, as a cost beyond the limit, fails for the first.
	if _, err := w.Match(download.View, download.Hit{}); err != nil {
		return nil, fmt.Errorf("1:1: %w", err)
	}
	return w, nil
}

// Match is whether a hit meets the condition.
func (w *Where) Match(kind download.Kind, h download.Hit) (bool, error) {
	out, _, err := w.program.Eval(hitNames{kind, h})
	if err != nil {
		return false, fmt.Errorf("judge a hit by a condition: %w", err)
	}
	met, is := out.(types.Bool)
	if !is {
		return false, errors.New("judge a hit by a condition: it gives no truth value")
	}
	return bool(met), nil
}

// hitNames gives a condition what it asks of a hit.
type hitNames struct {
	kind download.Kind
	hit  download.Hit
}

// Parent is none: a hit is all that a condition knows.
func (hitNames) Parent() interpreter.Activation { return nil }

// ResolveName is the value of a variable.
func (n hitNames) ResolveName(name string) (any, bool) {
	h := n.hit
	switch name {
	case "kind":
		if n.kind == download.View {
			return "view", true
		}
		return "download", true
	case "signed_in":
		return h.SignedIn, true
	case "client":
		return named(h.Client, "unknown", "site", "launcher", "program", "bot"), true
	case "family":
		return h.Family, true
	case "loader":
		return h.Loader, true
	case "game":
		return h.Game, true
	case "country":
		return h.Country, true
	case "referrer":
		return h.Referrer, true
	case "hour":
		return int64(h.At.UTC().Hour()), true
	case "project":
		return h.Project, true
	case "version":
		return h.Version, true
	case "reason":
		return named(h.Reason, "standalone", "dependency", "modpack", "update"), true
	case "announced":
		return h.Call, true
	}
	return nil, false
}

func named[N ~uint8](n N, names ...string) string {
	if int(n) < len(names) {
		return names[n]
	}
	return names[0]
}
