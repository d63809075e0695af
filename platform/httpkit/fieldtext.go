package httpkit

import (
	"regexp"
	"strings"
)

// fieldRule turns huma's English message into Chinese; $1 is the bound.
type fieldRule struct {
	message *regexp.Regexp
	text    string
}

var fieldRules = [...]fieldRule{
	{regexp.MustCompile(`^required .* parameter is missing$|^expected required property .* to be present$`), "缺失"},
	{regexp.MustCompile(`^expected boolean$|invalid boolean$`), "应为布尔值"},
	{regexp.MustCompile(`^expected integer$|invalid integer$`), "应为整数"},
	{regexp.MustCompile(`^expected number$|invalid float`), "应为数字"},
	{regexp.MustCompile(`^expected string$`), "应为字符串"},
	{regexp.MustCompile(`^expected array$`), "应为数组"},
	{regexp.MustCompile(`^expected object$`), "应为对象"},
	{regexp.MustCompile(`^expected value to be one of "(.*)"$`), "只能是 $1 之一"},
	{regexp.MustCompile(`^expected number >= (\S+)$`), "不能小于 $1"},
	{regexp.MustCompile(`^expected number <= (\S+)$`), "不能大于 $1"},
	{regexp.MustCompile(`^expected number > (\S+)$`), "必须大于 $1"},
	{regexp.MustCompile(`^expected number < (\S+)$`), "必须小于 $1"},
	{regexp.MustCompile(`^expected length >= (\d+)$`), "不能少于 $1 个字符"},
	{regexp.MustCompile(`^expected length <= (\d+)$`), "不能超过 $1 个字符"},
	{regexp.MustCompile(`^expected array length >= (\d+)$`), "不能少于 $1 项"},
	{regexp.MustCompile(`^expected array length <= (\d+)$`), "不能超过 $1 项"},
	{regexp.MustCompile(`^expected array items to be unique$`), "含有重复的项"},
	{regexp.MustCompile(`date|time`), "不是正确的时间"},
	{regexp.MustCompile(`email`), "不是正确的邮箱地址"},
	{regexp.MustCompile(`uri`), "不是正确的网址"},
	{regexp.MustCompile(`pattern|regex|uuid|hostname|ip|base64`), "格式不正确"},
	{regexp.MustCompile(`^invalid text`), "含有无效字符"},
}

var missingProperty = regexp.MustCompile(`^expected required property (\S+) to be present$`)

// describeField says in Chinese which field was rejected and why. location is huma's: query.limit,
// body.items[3].name, path.id.
func describeField(location, message string) string {
	in, field, found := strings.Cut(location, ".")
	if !found {
		field = ""
	}
	if m := missingProperty.FindStringSubmatch(message); m != nil {
		if field != "" {
			field += "."
		}
		field += m[1]
	}
	if field == "" {
		field = "请求内容"
	} else if in == "body" {
		field = "字段 " + field
	} else {
		field = "参数 " + field
	}
	for _, rule := range fieldRules {
		if m := rule.message.FindStringSubmatchIndex(message); m != nil {
			return field + string(rule.message.ExpandString([]byte(" "), rule.text, message, m))
		}
	}
	return field + " 不正确"
}
