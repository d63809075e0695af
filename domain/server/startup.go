package server

import (
	"slices"
	"strconv"
	"strings"

	"github.com/modyard/modyard/domain/actor"
	"github.com/modyard/modyard/domain/erasable"
	"github.com/modyard/modyard/domain/fault"
	"github.com/modyard/modyard/domain/role"
	"github.com/modyard/modyard/domain/text"
)

// MaxInvocation is the longest start command in characters.
const MaxInvocation = 2048

// StartupSet changes how a server is started. What is absent is the default.
//
// History: {actor} changes how the server {server} is started[: {invocation}].
type StartupSet struct {
	Server     string         `json:"server"`
	Invocation *erasable.Text `json:"invocation,omitempty"`
	JDKVersion string         `json:"jdk_version,omitempty"`
	JDKBuild   string         `json:"jdk_build,omitempty"`
}

// SetStartup changes how a server is started. Empty members mean the default.
type SetStartup struct {
	By         actor.Actor
	Invocation string
	// Arguments are those of the invocation; Unsplit is true if it cannot be split.
	Arguments            []string
	Unsplit              bool
	JDKVersion, JDKBuild string
	// Java are the runtimes of the node, such as "lts21/temurin"; nil if they are not known.
	Java []string
}

func (c SetStartup) decide(s State) ([]any, role.Role, error) {
	as, err := s.of(c.By, Advanced)
	if err != nil {
		return nil, "", err
	}
	line, err := text.Line("invocation", "启动命令", c.Invocation, 0, MaxInvocation)
	if err != nil {
		return nil, "", err
	}
	if line != "" {
		if err := c.checkArguments(s.MemoryMiB); err != nil {
			return nil, "", err
		}
	}
	if err := c.checkJava(); err != nil {
		return nil, "", err
	}
	e := StartupSet{Server: s.ID, JDKVersion: c.JDKVersion, JDKBuild: c.JDKBuild}
	if line != "" {
		t := erasable.Of(s.Owner, line)
		e.Invocation = &t
	}
	return []any{e}, as, nil
}

func (c SetStartup) checkJava() error {
	switch {
	case c.JDKVersion != "" && !slices.Contains([]string{"lts8", "lts11", "lts17", "lts21", "lts25"}, c.JDKVersion):
		return fault.Invalid("jdk_version", "Java 版本须为 lts8、lts11、lts17、lts21 或 lts25。")
	case c.JDKBuild != "" && !slices.Contains([]string{"corretto", "temurin", "graal"}, c.JDKBuild):
		return fault.Invalid("jdk_build", "Java 发行版须为 corretto、temurin 或 graal。")
	case c.Java == nil || c.JDKVersion == "" && c.JDKBuild == "":
		return nil
	}
	for _, runtime := range c.Java {
		version, build, _ := strings.Cut(runtime, "/")
		if (c.JDKVersion == "" || c.JDKVersion == version) && (c.JDKBuild == "" || c.JDKBuild == build) {
			return nil
		}
	}
	there := "节点上没有 Java。"
	if len(c.Java) > 0 {
		there = "节点上有：" + strings.Join(c.Java, "、") + "。"
	}
	return &fault.Error{Kind: fault.KindConflict, Code: "java_unavailable", Field: "jdk_version", Text: "节点上没有这个 Java。" + there}
}

// checkArguments refuses what would run another program, load code from outside of the server's folder, or take more memory than the plan has.
func (c SetStartup) checkArguments(memoryMiB int) error {
	switch {
	case c.Unsplit:
		return fault.Invalid("invocation", "启动命令的引号或反斜杠没有成对。")
	case len(c.Arguments) == 0 || c.Arguments[0] != "java":
		return fault.Invalid("invocation", "启动命令须以 java 开头。")
	}
	for i, a := range c.Arguments {
		if word := refused(a); word != "" {
			return fault.Invalid("invocation", "启动命令不能包含以 "+word+" 开头的参数。")
		}
		if list, is := pathsOf(c.Arguments, i); is && !within(list) {
			return fault.Invalid("invocation", "启动命令中 "+option(a)+" 的路径须在服务器目录内。")
		}
		if size, is := heapOf(a); is {
			if bytes, ok := bytesOf(size); !ok {
				return fault.Invalid("invocation", "无法识别内存大小 "+a+"。")
			} else if bytes > int64(memoryMiB)<<20 {
				return fault.Invalid("invocation", a+" 超过了套餐的内存（"+strconv.Itoa(memoryMiB)+" MiB）。")
			}
		}
	}
	return nil
}

// refused is the refused beginning of an argument; empty if there is none. The runtime reads options from a file, loads agents or starts
// commands by them.
func refused(argument string) string {
	for _, word := range []string{
		"@", "-javaagent", "-agentpath", "-agentlib", "-Xbootclasspath", "-XX:OnError", "-XX:OnOutOfMemoryError", "-XX:Flags", "-XX:VMOptionsFile",
	} {
		if strings.HasPrefix(argument, word) {
			return word
		}
	}
	return ""
}

// pathsOf is the list of paths that an option names: in the next argument or behind =.
func pathsOf(arguments []string, i int) (string, bool) {
	switch a := arguments[i]; a {
	case "-cp", "-classpath", "--class-path", "-jar":
		if i+1 < len(arguments) {
			return arguments[i+1], true
		}
	default:
		return strings.CutPrefix(a, "--class-path=")
	}
	return "", false
}

func option(argument string) string {
	name, _, _ := strings.Cut(argument, "=")
	return name
}

// within is true if every path of a list is relative and does not lead upwards.
func within(list string) bool {
	for path := range strings.FieldsFuncSeq(list, func(r rune) bool { return r == ':' || r == ';' }) {
		if strings.HasPrefix(path, "/") || strings.HasPrefix(path, `\`) {
			return false
		}
		for part := range strings.FieldsFuncSeq(path, func(r rune) bool { return r == '/' || r == '\\' }) {
			if part == ".." {
				return false
			}
		}
	}
	return true
}

// heapOf is the size that an option gives the heap.
func heapOf(argument string) (size string, is bool) {
	for _, word := range []string{"-Xmx", "-Xms", "-mx", "-ms", "-XX:MaxHeapSize=", "-XX:InitialHeapSize="} {
		if size, is = strings.CutPrefix(argument, word); is {
			return size, true
		}
	}
	return "", false
}

// bytesOf reads a size such as 4G, 512m or 1048576.
func bytesOf(size string) (int64, bool) {
	shift := 0
	if size != "" {
		if n := strings.IndexByte("kmgt", size[len(size)-1]|0x20); n >= 0 && size[len(size)-1] > '9' {
			shift, size = 10*(n+1), size[:len(size)-1]
		}
	}
	n, err := strconv.ParseUint(size, 10, 63)
	if err != nil || n > 1<<62>>shift {
		return 0, false
	}
	return int64(n) << shift, true
}
