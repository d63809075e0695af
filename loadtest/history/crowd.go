package main

// part is a value with its share of a crowd. The shares of a crowd make 1; the last value gets what is left.
type part struct {
	value string
	share float64
}

// The crowds are invented: of a site in Chinese whose visitors are nearly all in Chinese-speaking countries.

func countries() []part {
	return []part{{"CN", 0.80}, {"TW", 0.06}, {"HK", 0.04}, {"US", 0.03}, {"SG", 0.02}, {"MY", 0.02}, {"JP", 0.01}, {"DE", 0.005}, {"", 0.015}}
}

func launchers() []part {
	return []part{{"hmcl", 0.42}, {"pcl", 0.36}, {"prism", 0.08}, {"fcl", 0.05}, {"bakaxl", 0.03}, {"xmcl", 0.03}, {"multimc", 0.02}, {"modrinth", 0.01}}
}

func programs() []part {
	return []part{{"java", 0.35}, {"curl", 0.2}, {"itzg", 0.15}, {"python", 0.1}, {"packwiz", 0.1}, {"go", 0.05}, {"", 0.05}}
}

func referrers() []part {
	return []part{{"", 0.85}, {"www.baidu.com", 0.05}, {"www.bing.com", 0.04}, {"www.google.com", 0.02}, {"www.mcmod.cn", 0.02}, {"www.bilibili.com", 0.02}}
}

// pick is the value at a point between 0 and 1.
func pick(at float64, parts []part) string {
	for _, p := range parts {
		if at -= p.share; at < 0 {
			return p.value
		}
	}
	return parts[len(parts)-1].value
}
