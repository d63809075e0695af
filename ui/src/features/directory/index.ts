import { lazy } from 'react'

export const loadPlaces = () => import('./components/place-screen')
export const PlaceTabs = lazy(() => import('./components/place-tabs'))
export const PlaceScreen = lazy(loadPlaces)
