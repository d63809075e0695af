// What texts with answers are made of, for other features that have such texts.
export { secondsOf, TextForm, useWait, type Answered } from './components/answer-form'
export { FloorFrame, QuoteBlock, ReplyList, type LinkToFloor } from './components/floor-frame'
export { Fresh } from './components/fresh'
export { SaidText, type Barring } from './components/said'
export { StatedReason } from './components/stated-reason'
export { floorId, PAGE_SIZE, pageOfFloor, pageOfSearch, pagesOf } from './model/floors'
export { useKnownFloors } from './use-known-floors'
export { useWantedFloor, type Floors } from './use-wanted-floor'
