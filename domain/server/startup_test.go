package server_test

import (
	"strings"
	"testing"

	"github.com/modyard/modyard/domain/server"
)

func startup(line string) server.SetStartup {
	return server.SetStartup{By: asOwner, Invocation: line, Arguments: strings.Fields(line)}
}

func TestAStartCommandRunsJavaFromTheServersFolderWithinThePlan(t *testing.T) {
	for line, then := range map[string]any{
		"":                           server.StartupSet{},
		"java -jar server.jar nogui": server.StartupSet{},
		"java -Xms1G -Xmx4096M -XX:+UseG1GC -jar libs/server.jar":   server.StartupSet{},
		"java -cp libs/a.jar:libs/b.jar net.example.Main ${memory}": server.StartupSet{},
		"java --class-path=libs/a..b.jar Main ; rm $(id) a@b":       server.StartupSet{},
		"java -Xmx4294967296 -jar server.jar":                       server.StartupSet{},
		"/bin/sh -c id":                                             "须以 java 开头",
		"javaw -jar server.jar":                                     "须以 java 开头",
		"java @args.txt":                                            "以 @ 开头",
		"java -jar server.jar @x":                                   "以 @ 开头",
		"java -javaagent:/etc/x.jar -jar server.jar":                "-javaagent",
		"java -agentpath:/x -jar server.jar":                        "-agentpath",
		"java -agentlib:jdwp=transport=dt_socket -jar server.jar":   "-agentlib",
		"java -Xbootclasspath/a:/x -jar server.jar":                 "-Xbootclasspath",
		"java -XX:OnError=id -jar server.jar":                       "-XX:OnError",
		"java -XX:OnOutOfMemoryError=id -jar server.jar":            "-XX:OnOutOfMemoryError",
		"java -XX:Flags=/x -jar server.jar":                         "-XX:Flags",
		"java -XX:VMOptionsFile=x -jar server.jar":                  "-XX:VMOptionsFile",
		"java -jar /etc/x.jar":                                      "-jar 的路径",
		"java -jar ../other/server.jar":                             "-jar 的路径",
		"java -jar libs/../../x.jar":                                "-jar 的路径",
		"java -cp libs/a.jar:/opt/b.jar Main":                       "-cp 的路径",
		"java -classpath ../x Main":                                 "-classpath 的路径",
		"java --class-path /x Main":                                 "--class-path 的路径",
		"java --class-path=/x Main":                                 "--class-path 的路径",
		"java -Xmx5G -jar server.jar":                               "超过了套餐的内存",
		"java -Xms4097m -jar server.jar":                            "超过了套餐的内存",
		"java -XX:MaxHeapSize=8g -jar server.jar":                   "超过了套餐的内存",
		"java -mx5g -jar server.jar":                                "超过了套餐的内存",
		"java -Xmx99999999999G -jar server.jar":                     "无法识别内存大小",
		"java -Xmx-1 -jar server.jar":                               "无法识别内存大小",
		"java -Xmx -jar server.jar":                                 "无法识别内存大小",
		"java -Xmx9223372036854775807t -jar server.jar":             "无法识别内存大小",
		"java -jar a.jar\n-javaagent:x":                             "控制字符",
		"java " + strings.Repeat("x", server.MaxInvocation):         "长度须为",
		"java -jar server.jar \u202e":                               "控制字符",
	} {
		events, err := server.Decide(given(made), startup(line))
		t.Run(line, func(t *testing.T) { expect(t, events, err, then) })
	}
	events, err := server.Decide(given(made), server.SetStartup{By: asOwner, Invocation: `java "`, Unsplit: true})
	expect(t, events, err, "没有成对")
}

func TestAJavaIsOneThatTheNodeHas(t *testing.T) {
	has := []string{"lts17/temurin", "lts21/graal"}
	for name, c := range map[string]struct {
		version, build string
		java           []string
		then           any
	}{
		"the default":           {"", "", has, server.StartupSet{}},
		"a version":             {"lts21", "", has, server.StartupSet{}},
		"a build":               {"", "temurin", has, server.StartupSet{}},
		"both":                  {"lts17", "temurin", has, server.StartupSet{}},
		"a missing version":     {"lts8", "", has, "节点上有：lts17/temurin、lts21/graal"},
		"both, of two runtimes": {"lts17", "graal", has, "节点上没有这个 Java"},
		"none is there":         {"lts21", "", []string{}, "节点上没有 Java。"},
		"the node never came":   {"lts25", "corretto", nil, server.StartupSet{}},
		"an unknown version":    {"lts99", "", has, "Java 版本须为"},
		"an unknown build":      {"lts21", "../../sh", has, "Java 发行版须为"},
	} {
		events, err := server.Decide(given(made), server.SetStartup{By: asOwner, JDKVersion: c.version, JDKBuild: c.build, Java: c.java})
		t.Run(name, func(t *testing.T) { expect(t, events, err, c.then) })
	}
}

func TestTheStartCommandIsSealedAndTheDefaultIsAbsent(t *testing.T) {
	events, err := server.Decide(given(made), startup("java -jar server.jar"))
	if err != nil {
		t.Fatal(err)
	}
	if e := events[0].Payload.(server.StartupSet); e.Invocation == nil || e.Invocation.Subject != owner {
		t.Errorf("%+v", e)
	}
	events, err = server.Decide(given(made), startup(""))
	if err != nil || events[0].Payload.(server.StartupSet).Invocation != nil {
		t.Errorf("%+v %v", events, err)
	}
}
