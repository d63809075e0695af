export { DiffRoot, MergedDiff } from './components/merged-diff'
export { LineDiff } from './components/line-diff'
export { WordDiff } from './components/word-diff'
