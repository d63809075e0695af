package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/alecthomas/kong"
	"gopkg.in/yaml.v3"
)

const repository = "../.."

// compose is the part of docker-compose.yml that the tests check.
type compose struct {
	Services map[string]*composeService `yaml:"services"`
	Networks map[string]struct {
		IPAM struct {
			Config []struct{ Subnet string } `yaml:"config"`
		} `yaml:"ipam"`
	} `yaml:"networks"`
	Volumes map[string]any                      `yaml:"volumes"`
	Secrets map[string]struct{ File string }    `yaml:"secrets"`
	Configs map[string]struct{ Content string } `yaml:"configs"`
}

type composeService struct {
	Image       string            `yaml:"image"`
	Build       string            `yaml:"build"`
	Command     []string          `yaml:"command"`
	Entrypoint  []string          `yaml:"entrypoint"`
	Environment map[string]string `yaml:"environment"`
	Secrets     []string          `yaml:"secrets"`
	Volumes     []string          `yaml:"volumes"`
	Networks    []string          `yaml:"networks"`
	Ports       []string          `yaml:"ports"`
	Configs     []struct{ Source string }
	DependsOn   map[string]struct{ Condition string } `yaml:"depends_on"`
	Healthcheck struct {
		Test    []string
		Disable bool
	} `yaml:"healthcheck"`
	ReadOnly bool     `yaml:"read_only"`
	Profiles []string `yaml:"profiles"`
}

func readCompose(t *testing.T) compose {
	t.Helper()
	raw, err := os.ReadFile(filepath.Join(repository, "docker-compose.yml"))
	if err != nil {
		t.Fatal(err)
	}
	var c compose
	if err := yaml.Unmarshal(raw, &c); err != nil {
		t.Fatal(err)
	}
	if len(c.Services) < 10 {
		t.Fatalf("only %d services were read", len(c.Services))
	}
	return c
}

// instruction is a line of the Dockerfile, with continuation lines joined.
type instruction struct{ word, rest string }

func readDockerfile(t *testing.T) (all []instruction) {
	t.Helper()
	raw, err := os.ReadFile(filepath.Join(repository, "Dockerfile"))
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(strings.ReplaceAll(string(raw), "\\\n", " ")) {
		word, rest, found := strings.Cut(strings.TrimSpace(line), " ")
		if found && word != "#" {
			all = append(all, instruction{word, strings.TrimSpace(rest)})
		}
	}
	return all
}

// jsonList parses the form ["a", "b"] of a command.
func jsonList(t *testing.T, text string) (out []string) {
	t.Helper()
	if err := yaml.Unmarshal([]byte(text), &out); err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	return out
}

// variables are the environment variables of the program.
func variables(t *testing.T) map[string]bool {
	t.Helper()
	var grammar cli
	parser, err := kong.New(&grammar)
	if err != nil {
		t.Fatal(err)
	}
	known := map[string]bool{}
	var walk func(n *kong.Node)
	walk = func(n *kong.Node) {
		for _, flag := range n.Flags {
			for _, name := range flag.Envs {
				known[name], known[name+fileSuffix] = true, true
			}
		}
		for _, child := range n.Children {
			walk(child)
		}
	}
	walk(parser.Model.Node)
	return known
}

// understood returns an error if the program rejects the arguments. It runs nothing.
func understood(t *testing.T, args []string) error {
	t.Helper()
	var grammar cli
	parser, err := kong.New(&grammar, kong.Exit(func(int) {}))
	if err != nil {
		t.Fatal(err)
	}
	_, err = parser.Parse(args)
	return err
}

func ours(s *composeService) bool { return s.Build != "" }

func mapValues(m map[string]string) func(yield func(string) bool) {
	return func(yield func(string) bool) {
		for _, v := range m {
			if !yield(v) {
				return
			}
		}
	}
}
