"""Racks of hosts in network namespaces, and what crosses their links. Read layout.py first."""
