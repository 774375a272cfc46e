"""What helps to test Holdfast and whatever plugs into it.

`conformance.StoreConformance` is the contract of a store, `oracle.StoreMachine` drives one against a dict,
`postgres.PostgresCluster` is a throw-away server. Nothing is imported here: each needs packages of its own.
"""
