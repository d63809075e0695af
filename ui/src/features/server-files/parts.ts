// Parts of the file manager for other pages that change files.
export { each, takeBack, type Failed } from './model/changes'
export { faultsOf } from './model/faults'
