import { createContext, useContext } from 'react'
import type { ChosenVersion } from '@/lib/api/types'
import type { Choice } from './model/download-choice'

/** A version whose file was just downloaded, and what it was chosen for. */
export type Downloaded = { version: ChosenVersion; place?: Choice }

export type Downloads = {
  /** Ids of the versions of which a file was fetched, or its page elsewhere opened, since this page was opened. */
  got: ReadonlySet<string>
  /** How often anything was fetched. */
  count: number
  /** Reports that a version of this project is fetched, so that the page can say what comes after it. */
  report: (version: ChosenVersion, place?: Choice) => void
  /** Reports that a version of another project is fetched, which this one needs. */
  mark: (id: string) => void
}

export const DownloadsContext = createContext<Downloads>({
  got: new Set(),
  count: 0,
  report: () => undefined,
  mark: () => undefined,
})

export const useDownloads = () => useContext(DownloadsContext)
