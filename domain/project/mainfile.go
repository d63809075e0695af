package project

import (
	"slices"
	"strings"
	"unicode"
)

// standing is how well a file is suited as the main file of its version; a smaller one is better.
type standing int

const (
	standsAlone  standing = iota
	standsAsAPI           // classes to compile against
	standsBeside          // no loader of the version reads it
	standsAsPack
	standsAsDev
	standsAsSource // sources and javadoc
	standsAsSignature
)

// MainFile is the index of the file that becomes the main one if nobody says which: the first that does not only accompany
// another one, by its kind or its name. -1 for an empty list.
func MainFile(list []File) int { return mainFile(list, nil) }

// Accompanies is true if a file only accompanies another one of the list, by its kind or its name.
func Accompanies(f File, all []File) bool { return standingOf(f, all, nil) != standsAlone }

// mainFile is MainFile of files of which some, by their sha512, are nothing that a loader reads.
func mainFile(list []File, beside []string) int {
	best, found := standing(0), -1
	for i, f := range list {
		if s := standingOf(f, list, beside); found < 0 || s < best {
			best, found = s, i
		}
	}
	return found
}

func standingOf(f File, all []File, beside []string) standing {
	switch f.Kind {
	case "sources-jar", "javadoc-jar":
		return standsAsSource
	case "dev-jar":
		return standsAsDev
	case "signature":
		return standsAsSignature
	case "required-resource-pack", "optional-resource-pack":
		return standsAsPack
	}
	s := standingOfName(f.Name, all)
	if s == standsAlone && f.Stored() && slices.Contains(beside, f.SHA512) {
		return standsBeside
	}
	return s
}

// standingOfName reads the words of a file's name.
func standingOfName(name string, all []File) standing {
	words := wordsOf(name)
	if ext := words[len(words)-1]; ext == "sig" || ext == "asc" {
		return standsAsSignature
	}
	words = words[:len(words)-1]
	has := func(list ...string) bool {
		return slices.ContainsFunc(words, func(w string) bool { return slices.Contains(list, w) })
	}
	if has("sources", "source", "src", "javadoc", "javadocs", "源码", "源代码") {
		return standsAsSource
	}
	for _, part := range parts() {
		// The word is part of other names too: fabric-api-0.9.jar, reed-1.0-dev.3.jar. It says what a file is at the end of
		// its name, or where another file has the same name without it.
		rest := significant(slices.DeleteFunc(slices.Clone(words), func(w string) bool { return w == part.word }))
		if has(part.word) && (words[len(words)-1] == part.word || len(rest) > 0 && slices.ContainsFunc(all, func(o File) bool { return named(o, rest) })) {
			return part.stands
		}
	}
	return standsAlone
}

type part struct {
	word   string
	stands standing
}

// parts are the words of names of parts, the worst first: a name may have several.
func parts() []part {
	return []part{{"dev", standsAsDev}, {"deobf", standsAsDev}, {"api", standsAsAPI}}
}

func named(f File, words []string) bool {
	all := wordsOf(f.Name)
	return slices.Equal(significant(all[:len(all)-1]), words)
}

// significant are the words of a name that say whose file it is: neither loaders nor numbers, which files of one version differ in.
func significant(words []string) []string {
	return slices.DeleteFunc(slices.Clone(words), func(w string) bool {
		switch w {
		case "fabric", "forge", "neoforge", "quilt", "bukkit", "spigot", "paper", "folia", "velocity", "bungeecord", "sponge", "mc", "minecraft", "all":
			return true
		}
		number := strings.TrimPrefix(strings.TrimPrefix(w, "mc"), "v")
		return number != "" && unicode.IsDigit(rune(number[0]))
	})
}

// wordsOf are the words of a name in lower case, of which the last is its extension. There is at least one.
func wordsOf(name string) []string {
	words := strings.FieldsFunc(strings.ToLower(name), func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsNumber(r) })
	if len(words) == 0 {
		return []string{""}
	}
	return words
}

// succession is the sha512 of the main file after a change about whose main file the author said nothing. It stays, unless it
// is removed, or only accompanies a new file. An author who had made it the main one beside a better one meant it.
func succession(before, after []File, beside []string) string {
	primary := func(list []File) int { return slices.IndexFunc(list, func(f File) bool { return f.Primary }) }
	stored := slices.DeleteFunc(slices.Clone(after), func(f File) bool { return !f.Stored() })
	old, now, was := primary(before), -1, ""
	if old >= 0 {
		was = before[old].SHA512
		now = slices.IndexFunc(after, func(f File) bool { return f.SHA512 == was && f.URL == before[old].URL })
	}
	best := mainFile(stored, beside)
	if best < 0 {
		return was
	}
	if now < 0 {
		return stored[best].SHA512
	}
	meant := standingOf(before[old], before, nil) > standingOf(before[mainFile(before, nil)], before, nil)
	if !meant && standingOf(after[now], after, nil) > standsAlone && standingOf(stored[best], stored, beside) == standsAlone {
		return stored[best].SHA512
	}
	return was
}
