/** The step of the checklist with the files of a modpack. */
export const PACK_STEP = 'modpack-permissions'
