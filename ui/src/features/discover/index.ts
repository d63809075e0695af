export { HitCell } from './components/hit-cell'
export { HitRow } from './components/hit-row'
export { HitShot } from './components/hit-shot'
export { ResultsSkeleton } from './components/results-skeleton'
