import { createContext, useContext } from 'react'
import type { ChosenVersion } from '@/lib/api/types'
import type { Choice } from './model/download-choice'

/** A version whose file was just downloaded, and what it was chosen for. */
export type Downloaded = { version: ChosenVersion; place?: Choice }

/** Reports a download, so that the page can say what comes after it. */
export const DownloadedContext = createContext<(version: ChosenVersion, place?: Choice) => void>(() => undefined)

export const useDownloaded = () => useContext(DownloadedContext)
