import { lazy } from 'react'

/** The form that edits a text, and the dialog with its wordings: both load the words that changed. */
export const TextEditForm = lazy(() => import('./components/edit-form').then((module) => ({ default: module.TextEditForm })))
export const WordingsDialog = lazy(() => import('./components/history-dialog').then((module) => ({ default: module.WordingsDialog })))
